import type { Legal } from '../../../lib/legal/schema.ts';
import { ActionDialog, DialogButton, type Reloadable } from '../parts/action.tsx';
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
          <Facts of={{ ...labelled(legal), Address: addressText(legal.address) }} />
          {can('settings:write') && (
            <DialogButton label="Change legal information" dialog={LegalDialog} legal={legal} reload={reading.reload} />
          )}
        </>
      )}
    </Show>
  );
}

const legalFields = {
  company_name: 'Company name',
  legal_form: 'Legal form',
  registration_number: 'Registration number',
  vat_id: 'VAT ID',
  representative: 'Representative',
  email: 'E-mail address',
  phone: 'Phone',
  terms_url: 'Web address of the terms and conditions',
  privacy_url: 'Web address of the privacy policy',
};
const names = Object.keys(legalFields) as (keyof typeof legalFields)[];

const labelled = (legal: Legal) => Object.fromEntries(names.map((name) => [legalFields[name], legal[name] ?? 'none']));

const addressText = (address: Legal['address']) => (address ? Object.values(address).filter(Boolean).join(', ') : 'none');

const fields = ({ address, ...own }: Legal) => ({
  ...filled(legalFields, own),
  ...grouped('address', filled(texts.addressFields, address)),
});

function LegalDialog({ legal, close, reload }: Reloadable & { legal: Legal }) {
  const { store } = storeSession();
  const edit = useEdit({ of: legal, fields, read: (options) => store.getLegal({}, options) });
  return (
    <ActionDialog
      title="Change legal information"
      edit={edit}
      // It sends the whole address, which others may change meanwhile.
      isRepeatable={false}
      done={reload}
      close={close}
      call={(options) => store.updateLegal(edit.changed('address'), options)}
    >
      <Group {...edit.group('Legal', legalFields)} />
      <Group {...edit.group('Address', grouped('address', texts.addressFields))} />
    </ActionDialog>
  );
}
