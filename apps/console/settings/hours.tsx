import type { OpeningHours } from '../../../lib/availability/inputs.ts';
import { ActionDialog, DialogButton, type Reloadable } from '../parts/action.tsx';
import { useEdit } from '../parts/edit.ts';
import { Check, TextField } from '../parts/fields.tsx';
import { Table } from '../parts/table.tsx';
import { type ReadOptions, Show, useRead } from '../reading.tsx';
import { can, storeSession } from '../session.ts';

const dayNames = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};
type Day = keyof typeof dayNames;
type Hours = OpeningHours | null;

const days = Object.keys(dayNames) as Day[];

const read = async (options: ReadOptions) => ({ hours: await storeSession().store.getOpeningHours({}, options) });

/** The opening hours as a week. */
export function HoursTab() {
  const reading = useRead(read, '');
  return (
    <>
      <p class="small">Times are in the time zone {storeSession().tenant.timezone}.</p>
      <Show of={reading}>
        {({ hours }) => (
          <>
            {hours ? <Week hours={hours} /> : <p>Always open</p>}
            {can('settings:write') && (
              <p>
                <DialogButton label="Change opening hours" dialog={HoursDialog} hours={hours} reload={reading.reload} />
              </p>
            )}
          </>
        )}
      </Show>
    </>
  );
}

const Week = ({ hours }: { hours: Hours }) => (
  <Table
    caption="Opening hours"
    rows={days}
    keyOf={(day) => day}
    columns={[
      { head: 'Day', cell: (day) => dayNames[day] },
      {
        head: 'Open',
        cell: (day) => (
          <>
            {openText(hours, day) || 'Closed'}
            <DayBar spans={spansOn(hours, day)} />
          </>
        ),
      },
    ]}
  />
);

const dayMinutes = 24 * 60;
const minutesIn = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * The times at which the store is open on a day, as minutes since midnight. Includes the end of an opening that began the day
 * before.
 */
function spansOn(hours: Hours, day: Day): [from: number, to: number][] {
  const until = (from: string, to: string) => (to > from ? minutesIn(to) : dayMinutes);
  return [
    ...lateOn(hours, day).map(({ to }): [number, number] => [0, minutesIn(to)]),
    ...rangesOn(hours, day).map(({ from, to }): [number, number] => [minutesIn(from), until(from, to)]),
  ];
}

const rangesOn = (hours: Hours, day: Day) => hours?.days[day] ?? [];

/** The openings of the day before that last into this day. */
const lateOn = (hours: Hours, day: Day) =>
  rangesOn(hours, days.at(days.indexOf(day) - 1) as Day).filter(({ from, to }) => to <= from && to !== '00:00');

/** The 24 hours of a day, with a line every 6 hours. The same is said in words beside it. */
const DayBar = ({ spans }: { spans: [from: number, to: number][] }) => (
  <svg class="hours" viewBox={`0 0 ${dayMinutes} 40`} preserveAspectRatio="none" aria-hidden="true">
    <rect class="closed" width={dayMinutes} height="40" />
    {[6, 12, 18].map((hour) => (
      <line key={hour} x1={hour * 60} x2={hour * 60} y1="0" y2="40" />
    ))}
    {spans.map(([from, to]) => (
      <rect key={`${from} ${to}`} class="open" x={from} width={to - from} height="40" />
    ))}
  </svg>
);

/** Also says until when the opening of the day before lasts. */
const openText = (hours: Hours, day: Day) =>
  [...lateOn(hours, day).map(({ to }) => `until ${to}`), textOf(hours, day)].filter(Boolean).join(', ');

const textOf = (hours: Hours, day: Day) =>
  rangesOn(hours, day)
    .map(({ from, to }) => `${from}–${to}`)
    .join(', ');

type Read = { hours: Hours };

const weekOf = (hours: Hours) => Object.fromEntries(days.map((day) => [day, textOf(hours, day)])) as Record<Day, string>;
const fields = ({ hours }: Read) => ({ always: hours === null, ...weekOf(hours) });
function HoursDialog({ hours, close, reload }: Read & Reloadable) {
  const edit = useEdit({ of: { hours }, fields, read });
  const { always } = edit.values();
  function entered(): Hours {
    const { always: ownChoice, ...changed } = edit.changed();
    const isAlways = edit.values().always;
    const isOverruled = isAlways && ownChoice === undefined && Object.keys(changed).length > 0;
    if (isOverruled)
      throw new Error('Somebody else has set the store to always open. Untick “Always open” to save your hours.');
    const ranges = Object.entries(changed).map(([day, text]) => [day, rangesIn(text)]);
    return isAlways ? null : { days: { ...edit.now().hours?.days, ...Object.fromEntries(ranges) } };
  }
  return (
    <ActionDialog
      title="Change opening hours"
      edit={edit}
      // It sends the whole week, which others may change meanwhile.
      isRepeatable={false}
      done={reload}
      close={close}
      call={(options) => storeSession().store.putOpeningHours({ opening_hours: entered() }, options)}
    >
      <Check
        {...edit.field('always', 'Always open')}
        // A store that is always open has no hours on any day. What was typed stays if somebody else ticked this.
        onChange={(value) => {
          const isOwnTick = value || edit.changed().always !== undefined;
          edit.set({ always: value, ...(isOwnTick && weekOf(value ? null : edit.now().hours)) });
        }}
      />
      {!always && (
        <p class="small">
          Enter times such as 09:00-12:00, 14:00-18:00. An empty day is closed. If an end is not after its start, it is on the
          next day.
        </p>
      )}
      {!always &&
        days.map((day) => <TextField key={day} {...edit.field(day, dayNames[day])} name={`opening_hours.days.${day}`} />)}
    </ActionDialog>
  );
}

/** `09:00-18:00, 19:00-24:00`. Anything else is left for the service to explain. */
const rangesIn = (text: string) =>
  text
    .split(',')
    .filter((range) => range.trim() !== '')
    .map((range) => {
      const [from = '', ...to] = range.split(/[-–]/).map((time) => time.trim().padStart(5, '0'));
      return { from, to: to.join('-') };
    });
