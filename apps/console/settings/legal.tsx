import type { Legal } from '../../../lib/legal/schema.ts';
import { ActionDialog, DialogButton } from '../parts/action.tsx';
import { grouped, useEdit } from '../parts/edit.ts';
import { Facts } from '../parts/facts.tsx';
import { filled, Group } from '../parts/group.tsx';
import { Show, useRead } from '../reading.tsx';
import { can, storeSession } from '../session.ts';
import { texts } from '../texts.ts';

export function LegalTab() {
  const reading = useRead((options) => storeSession().store.getLegal({}, options), '');
  return (
    <Show of={reading}>
      {(legal) => (
        <>
          <Facts of={{ ...labelled(legal), [texts.legal.address]: addressText(legal.address) }} />
          {can('settings:write') && (
            <DialogButton
              label={texts.legal.change}
              dialog={(close) => <LegalDialog legal={legal} close={close} reload={reading.reload} />}
            />
          )}
        </>
      )}
    </Show>
  );
}

const names = Object.keys(texts.legal.fields) as (keyof typeof texts.legal.fields)[];

const labelled = (legal: Legal) =>
  Object.fromEntries(names.map((name) => [texts.legal.fields[name], legal[name] ?? texts.history.none]));

const addressText = (address: Legal['address']) =>
  address ? Object.values(address).filter(Boolean).join(', ') : texts.history.none;

const fields = ({ address, ...own }: Legal) => ({
  ...filled(texts.legal.fields, own),
  ...grouped('address', filled(texts.addressFields, address)),
});

function LegalDialog({ legal, close, reload }: { legal: Legal; close: () => void; reload: () => unknown }) {
  const { store } = storeSession();
  const edit = useEdit({ of: legal, fields, read: (options) => store.getLegal({}, options) });
  return (
    <ActionDialog
      title={texts.legal.change}
      edit={edit}
      done={reload}
      close={close}
      call={(options) => store.updateLegal(edit.changed('address'), options)}
    >
      <Group {...edit.group(texts.settings.tabs.legal, texts.legal.fields)} />
      <Group {...edit.group(texts.legal.address, grouped('address', texts.addressFields))} />
    </ActionDialog>
  );
}
