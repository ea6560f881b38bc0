import { useState } from 'preact/hooks';
import type { Availability } from '../../../lib/availability/schema.ts';
import { clockText, dateTime, instantOf } from '../format.ts';
import { ActionDialog, DialogButton, type Reloadable } from '../parts/action.tsx';
import { useFields } from '../parts/edit.ts';
import { Facts } from '../parts/facts.tsx';
import { Choice, TextField } from '../parts/fields.tsx';
import { type ReadOptions, Show, useRead } from '../reading.tsx';
import { can, storeSession } from '../session.ts';
import { texts } from '../texts.ts';
import { outdated } from '../writing.ts';

const stateText = (isOpen: boolean | null) => (isOpen === null ? 'none' : isOpen ? 'Open' : 'Closed');

const read = (options: ReadOptions) => storeSession().store.getAvailability({}, options);

/** Whether the store takes orders, why, and when a manual override ends. */
export function AvailabilityTab() {
  const reading = useRead(read, '');
  return (
    <Show of={reading}>
      {(availability) => (
        <>
          <p>
            <span class={`badge ${availability.available ? 'good' : 'bad'}`}>{stateText(availability.available)}</span>{' '}
            {texts.openReasons[availability.reason]}
          </p>
          <Facts of={factsOf(availability)} />
          {can('settings:write') && (
            <DialogButton
              label="Open or close manually"
              dialog={OverrideDialog}
              availability={availability}
              reload={reading.reload}
            />
          )}
        </>
      )}
    </Show>
  );
}

const factsOf = ({ automatic, override, until }: Availability) => ({
  'By opening hours and subscription': stateText(automatic),
  'Set manually': stateText(override),
  Until: override === null ? '' : until ? dateTime(until) : 'no end',
});

const choices = { false: 'Closed', true: 'Open', null: 'By opening hours and subscription' };

/** What is set by hand, unless it has ended. */
function setText({ override, until }: Pick<Availability, 'override' | 'until'>): string {
  if (until && Date.parse(until) <= Date.now()) return choices.null;
  return `${choices[`${override}`]}${until ? `, until ${dateTime(until)}` : ''}`;
}

type Props = Reloadable & { availability: Availability };

function OverrideDialog({ availability, close, reload }: Props) {
  const { override, until } = availability;
  const initial = { choice: `${override ?? false}`, until: until ? clockText(until) : '' };
  const [entered, input] = useFields(initial);
  const [seen, setSeen] = useState(availability);
  const isManual = entered.choice !== 'null';
  const wanted = () => ({
    override: JSON.parse(entered.choice) as boolean | null,
    until: (isManual && (entered.until === initial.until ? until : entered.until && instantOf(entered.until))) || null,
  });
  // A save replaces both fields, so it asks whatever somebody else has set.
  const edit = {
    async prepare(options: ReadOptions) {
      const now = await read(options);
      if ([setText(seen), setText(wanted())].includes(setText(now))) return;
      setSeen(now);
      throw outdated();
    },
    isDone: () => false,
    theirs: () => (seen === availability ? [] : [setText(seen)]),
  };
  return (
    <ActionDialog
      title="Open or close manually"
      edit={edit}
      isRepeatable={false}
      done={reload}
      close={close}
      call={(options) => {
        const { override: available, until: end } = wanted();
        return storeSession().store.overrideAvailability({ available, ...(end && { until: end }) }, options);
      }}
    >
      <Choice label="Store" options={choices} {...input('choice')} />
      {isManual && (
        <TextField
          label="Until"
          name="until"
          hint="In the store's time zone. Leave it empty for no end."
          type="datetime-local"
          {...input('until')}
        />
      )}
    </ActionDialog>
  );
}
