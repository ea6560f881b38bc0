import { useState } from 'preact/hooks';
import type { Legal } from '../../../lib/legal/schema.ts';
import { ActionDialog, useDialog } from '../parts/action.tsx';
import { Facts } from '../parts/facts.tsx';
import { filled, Group } from '../parts/group.tsx';
import { Show, useRead } from '../reading.tsx';
import { can, storeSession } from '../session.ts';
import { texts } from '../texts.ts';

export function LegalTab() {
  const reading = useRead(() => storeSession().store.getLegal(), '');
  const [dialog, open] = useDialog();
  return (
    <>
      <Show of={reading}>
        {(legal) => (
          <>
            <Facts of={{ ...labelled(legal), [texts.legal.address]: addressText(legal.address) }} />
            {can('settings:write') && (
              <button
                type="button"
                onClick={() => open((close) => <LegalDialog legal={legal} close={close} reload={reading.reload} />)}
              >
                {texts.legal.change}
              </button>
            )}
          </>
        )}
      </Show>
      {dialog}
    </>
  );
}

const names = Object.keys(texts.legal.fields) as (keyof typeof texts.legal.fields)[];

const labelled = (legal: Legal) =>
  Object.fromEntries(names.map((name) => [texts.legal.fields[name], legal[name] ?? texts.history.none]));

const addressText = (address: Legal['address']) =>
  address ? Object.values(address).filter(Boolean).join(', ') : texts.history.none;

function LegalDialog({ legal, close, reload }: { legal: Legal; close: () => void; reload: () => unknown }) {
  const { address: addressBefore, ...fieldsBefore } = legal;
  const [fields, setFields] = useState(filled(texts.legal.fields, fieldsBefore));
  const [address, setAddress] = useState(filled(texts.addressFields, addressBefore));
  const hasAddress = Object.values(address).some(Boolean);
  return (
    <ActionDialog
      title={texts.legal.change}
      done={reload}
      close={close}
      call={(options) => storeSession().store.updateLegal({ ...fields, address: hasAddress ? address : null }, options)}
    >
      <Group title={texts.settings.tabs.legal} labels={texts.legal.fields} value={fields} onChange={setFields} />
      <Group title={texts.legal.address} of="address" labels={texts.addressFields} value={address} onChange={setAddress} />
    </ActionDialog>
  );
}
