import { dateTime, instantOf } from '../format.ts';
import { ActionDialog, DialogButton } from '../parts/action.tsx';
import { useFields } from '../parts/edit.ts';
import { Facts } from '../parts/facts.tsx';
import { Choice, TextField } from '../parts/fields.tsx';
import { Show, useRead } from '../reading.tsx';
import { can, storeSession } from '../session.ts';
import { texts } from '../texts.ts';

const stateText = (isOpen: boolean | null) => (isOpen === null ? 'none' : isOpen ? 'Open' : 'Closed');

/** Whether the store takes orders, why, and when a manual override ends. */
export function AvailabilityTab() {
  const reading = useRead((options) => storeSession().store.getAvailability({}, options), '');
  return (
    <>
      <Show of={reading}>
        {({ available, automatic, override, until, reason }) => (
          <>
            <p>
              <span class={`badge ${available ? 'good' : 'bad'}`}>{stateText(available)}</span> {texts.openReasons[reason]}
            </p>
            <Facts
              of={{
                'By opening hours and subscription': stateText(automatic),
                'Set manually': stateText(override),
                Until: override === null ? '' : until ? dateTime(until) : 'no end',
              }}
            />
          </>
        )}
      </Show>
      {can('settings:write') && <DialogButton label="Open or close manually" dialog={OverrideDialog} reload={reading.reload} />}
    </>
  );
}

const choices = { false: 'Closed', true: 'Open', null: 'By opening hours and subscription' };

function OverrideDialog({ close, reload }: { close: () => void; reload: () => unknown }) {
  const [{ choice, until }, input] = useFields({ choice: 'false', until: '' });
  return (
    <ActionDialog
      title="Open or close manually"
      done={reload}
      close={close}
      call={(options) => {
        const end = until && choice !== 'null' ? { until: instantOf(until) } : {};
        return storeSession().store.overrideAvailability({ available: JSON.parse(choice), ...end }, options);
      }}
    >
      <Choice label="Store" options={choices} {...input('choice')} />
      {choice !== 'null' && (
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
