import { useState } from 'preact/hooks';
import { dateTime, instantOf } from '../format.ts';
import { ActionDialog, DialogButton } from '../parts/action.tsx';
import { Facts } from '../parts/facts.tsx';
import { Choice, TextField } from '../parts/fields.tsx';
import { Show, useRead } from '../reading.tsx';
import { can, storeSession } from '../session.ts';
import { texts } from '../texts.ts';

const stateText = (isOpen: boolean | null) =>
  isOpen === null ? texts.history.none : isOpen ? texts.today.isOpen : texts.today.isClosed;

/** Whether the store takes orders, why, and when a manual override ends. */
export function AvailabilityTab() {
  const reading = useRead((options) => storeSession().store.getAvailability({}, options), '');
  return (
    <>
      <Show of={reading}>
        {({ available, automatic, override, until, reason }) => (
          <>
            <p>
              <span class={`badge ${available ? 'good' : 'bad'}`}>{stateText(available)}</span> {texts.reasons[reason]}
            </p>
            <Facts
              of={{
                [texts.availability.automatic]: stateText(automatic),
                [texts.availability.override]: stateText(override),
                [texts.availability.until]: override === null ? '' : until ? dateTime(until) : texts.availability.noEnd,
              }}
            />
          </>
        )}
      </Show>
      {can('settings:write') && (
        <DialogButton
          label={texts.availability.change}
          dialog={(close) => <OverrideDialog close={close} reload={reading.reload} />}
        />
      )}
    </>
  );
}

function OverrideDialog({ close, reload }: { close: () => void; reload: () => unknown }) {
  const [choice, setChoice] = useState('false');
  const [until, setUntil] = useState('');
  return (
    <ActionDialog
      title={texts.availability.change}
      done={reload}
      close={close}
      call={(options) => {
        const end = until && choice !== 'null' ? { until: instantOf(until) } : {};
        return storeSession().store.overrideAvailability({ available: JSON.parse(choice), ...end }, options);
      }}
    >
      <Choice label={texts.today.availability} value={choice} options={texts.availability.choices} onChange={setChoice} />
      {choice !== 'null' && (
        <TextField
          label={texts.availability.until}
          name="until"
          hint={texts.availability.untilHint}
          type="datetime-local"
          value={until}
          onChange={setUntil}
        />
      )}
    </ActionDialog>
  );
}
