import { useState } from 'preact/hooks';
import type { User } from '../../../lib/user/schema.ts';
import { signInLink } from '../address.ts';
import { personName } from '../format.ts';
import { usePages } from '../pages.ts';
import { ActionDialog, useDialog } from '../parts/action.tsx';
import { grouped, useEdit } from '../parts/edit.ts';
import { Check, TextField } from '../parts/fields.tsx';
import { SecretDialog } from '../parts/secret.tsx';
import { PagedTable } from '../parts/table.tsx';
import type { ReadOptions } from '../reading.tsx';
import { can, noteUser, storeSession } from '../session.ts';
import { texts } from '../texts.ts';

export function UsersTab() {
  const [dialog, open] = useDialog();
  const pages = usePages(storeSession().store.getUsers, 'users', {});
  const edit = (user: User | undefined) => open((close) => <UserDialog user={user} close={close} reload={pages.reload} />);
  const nameCell = (user: User) => (
    <>
      {can('settings:write') ? (
        <button type="button" class="link" onClick={() => edit(user)}>
          {personName(user)}
        </button>
      ) : (
        personName(user)
      )}{' '}
      <small class="block">{user.email}</small>
    </>
  );
  const showLink = ({ secret }: { secret: string | null }) =>
    setTimeout(() => open((close) => <SecretDialog secret={secret && signInLink(secret)} close={close} />));
  const linkCell = (user: User) =>
    user.active && (
      <button type="button" onClick={() => open((close) => <LinkDialog user={user} close={close} done={showLink} />)}>
        {texts.users.makeLink}
      </button>
    );
  return (
    <>
      {can('settings:write') && (
        <p>
          <button type="button" onClick={() => edit(undefined)}>
            {texts.users.add}
          </button>
        </p>
      )}
      <PagedTable
        caption={texts.settings.tabs.users}
        pages={pages}
        empty={texts.users.empty}
        keyOf={({ id }) => id}
        columns={[
          { head: texts.users.name, cell: nameCell },
          { head: texts.customerFields.phone, cell: ({ phone }) => phone, isExtra: true },
          { head: texts.tenants.id, cell: ({ id }) => id, isExtra: true },
          { head: texts.orders.state, cell: ({ active }) => (active ? texts.users.active : texts.users.inactive) },
          ...(can('settings:write') ? [{ head: texts.users.link, cell: linkCell }] : []),
        ]}
      />
      {dialog}
    </>
  );
}

/** Issues a staff key, which a link contains. */
function LinkDialog({ user, close, done }: { user: User; close: () => void; done: (answer: never) => unknown }) {
  const [onlyShip, setOnlyShip] = useState(false);
  return (
    <ActionDialog
      title={texts.users.linkFor(personName(user))}
      submit={texts.users.makeLink}
      did={texts.users.linkMade}
      done={done}
      close={close}
      call={(options, idempotencyKey) => {
        const scopes = onlyShip ? { scopes: ['orders:ship' as const] } : {};
        return storeSession().store.issueStaffKey({ id: user.id, ...scopes }, { ...options, idempotencyKey });
      }}
    >
      <p>{texts.users.linkText}</p>
      {user.permissions.orders && <Check label={texts.users.onlyShip} value={onlyShip} onChange={setOnlyShip} />}
    </ActionDialog>
  );
}

const person = ['first_name', 'last_name', 'email', 'phone'] as const;
const areas = Object.keys(texts.users.areas) as (keyof typeof texts.users.areas)[];
const nobody: User = {
  ...{ id: '', created: '', first_name: '', last_name: '', email: '', phone: '', active: true },
  permissions: Object.fromEntries(areas.map((area) => [area, false])) as User['permissions'],
};

const fields = ({ first_name, last_name, email, phone, active, permissions }: User) => ({
  ...{ first_name, last_name, email, phone, active },
  ...grouped('permissions', permissions),
});

function UserDialog({ user, close, reload }: { user: User | undefined; close: () => void; reload: () => unknown }) {
  const { store } = storeSession();
  const read = user && ((options: ReadOptions) => store.getUser({ id: user.id }, options));
  const edit = useEdit({ of: user ?? nobody, fields, read, mayBeUnchanged: !user });
  return (
    <ActionDialog
      title={user ? texts.users.edit : texts.users.add}
      edit={edit}
      done={(saved: User) => {
        noteUser(saved);
        return reload();
      }}
      close={close}
      call={(options, idempotencyKey) => {
        if (user) return store.updateUser({ id: user.id, ...edit.changed() }, options);
        const { first_name, last_name, email, phone } = edit.values();
        const { permissions } = edit.changed();
        return store.createUser({ first_name, last_name, email, phone, permissions }, { ...options, idempotencyKey });
      }}
    >
      {person.map((name) => (
        <TextField key={name} {...edit.field(name, texts.customerFields[name])} />
      ))}
      <fieldset>
        <legend>{texts.users.permissions}</legend>
        {areas.map((area) => (
          <Check key={area} {...edit.field(`permissions.${area}`, texts.users.areas[area])} />
        ))}
      </fieldset>
      {user && <Check {...edit.field('active', texts.users.isActive)} />}
    </ActionDialog>
  );
}
