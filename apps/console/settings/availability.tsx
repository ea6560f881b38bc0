import type { Availability } from '../../../lib/availability/schema.ts';
import { clockText, dateTime, instantOf } from '../format.ts';
import { ActionDialog, DialogButton } from '../parts/action.tsx';
import { useEdit } from '../parts/edit.ts';
import { Facts } from '../parts/facts.tsx';
import { Choice, TextField } from '../parts/fields.tsx';
import { type ReadOptions, Show, useRead } from '../reading.tsx';
import { can, storeSession } from '../session.ts';
import { texts } from '../texts.ts';

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
type Choices = keyof typeof choices;

const fields = ({ override, until }: Availability) => ({
  choice: `${override}` as Choices,
  until: until ? clockText(until) : '',
});

type Props = { availability: Availability; close: () => void; reload: () => unknown };

function OverrideDialog({ availability, close, reload }: Props) {
  const proposed = availability.override === null ? { choice: 'false' as const } : {};
  const edit = useEdit({ of: availability, fields, proposed, read });
  const isManual = edit.values().choice !== 'null';
  return (
    <ActionDialog
      title="Open or close manually"
      edit={edit}
      // It sends both fields, which others may change meanwhile.
      isRepeatable={false}
      done={reload}
      close={close}
      call={(options) => {
        const { until: entered } = edit.changed();
        const until = entered === undefined ? edit.now().until : entered && instantOf(entered);
        const available = JSON.parse(edit.values().choice);
        return storeSession().store.overrideAvailability({ available, ...(isManual && until && { until }) }, options);
      }}
    >
      <Choice {...edit.choice('choice', 'Store', choices)} />
      {isManual && (
        <TextField
          {...edit.field('until', 'Until')}
          hint="In the store's time zone. Leave it empty for no end."
          type="datetime-local"
        />
      )}
    </ActionDialog>
  );
}
