import { useState } from 'preact/hooks';
import type { User } from '../../../lib/user/schema.ts';
import { signInLink } from '../address.ts';
import { personName } from '../format.ts';
import { usePages } from '../pages.ts';
import { ActionDialog, type Reloadable, useDialog } from '../parts/action.tsx';
import { grouped, useEdit } from '../parts/edit.ts';
import { Check, TextField } from '../parts/fields.tsx';
import { PagedTable } from '../parts/table.tsx';
import type { ReadOptions } from '../reading.tsx';
import { can, noteUser, storeSession } from '../session.ts';
import { texts } from '../texts.ts';

export function UsersTab() {
  const [dialog, open] = useDialog();
  const pages = usePages(storeSession().store.getUsers, 'users', {});
  const edit = (user: User | undefined) => open(UserDialog, { user, reload: pages.reload });
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
  const linkCell = (user: User) =>
    user.active && (
      <button type="button" onClick={() => open(LinkDialog, { user })}>
        Make link
      </button>
    );
  return (
    <>
      {can('settings:write') && (
        <p>
          <button type="button" onClick={() => edit(undefined)}>
            Add user
          </button>
        </p>
      )}
      <PagedTable
        caption="Users"
        pages={pages}
        empty="No users."
        keyOf={({ id }) => id}
        columns={[
          { head: 'Name', cell: nameCell },
          { head: 'Phone', cell: ({ phone }) => phone, isExtra: true },
          { head: 'ID', cell: ({ id }) => id, isExtra: true },
          { head: 'State', cell: ({ active }) => (active ? 'Active' : 'Inactive') },
          ...(can('settings:write') ? [{ head: 'Sign-in link', cell: linkCell }] : []),
        ]}
      />
      {dialog}
    </>
  );
}

/** Issues a staff key, which a link contains. */
function LinkDialog({ user, close }: { user: User; close: () => void }) {
  const [onlyShip, setOnlyShip] = useState(false);
  return (
    <ActionDialog
      title={`Sign-in link for ${personName(user)}`}
      submit="Make link"
      did="Link made."
      secretOf={({ secret }: { secret: string | null }) => secret && signInLink(secret)}
      close={close}
      call={(_, keyed) => {
        const scopes = onlyShip ? { scopes: ['orders:ship' as const] } : {};
        return storeSession().store.issueStaffKey({ id: user.id, ...scopes }, keyed);
      }}
    >
      <p>
        Whoever has this link can{' '}
        {onlyShip ? 'only see orders, ship and split shipments, and record returns' : 'do what this person may do'}, for at most
        12 hours. Give it to this person only.
      </p>
      {user.permissions.orders && (
        <Check label="Only see and ship orders, and record returns" value={onlyShip} onChange={setOnlyShip} />
      )}
    </ActionDialog>
  );
}

const person = ['first_name', 'last_name', 'email', 'phone'] as const;
const areaTexts = {
  analytics: 'Analytics',
  appearance: 'Appearance',
  customers: 'Customers',
  home: 'Home',
  orders: 'Orders',
  products: 'Products',
  settings: 'Settings',
};
const areas = Object.keys(areaTexts) as (keyof typeof areaTexts)[];
const nobody: User = {
  ...{ id: '', created: '', first_name: '', last_name: '', email: '', phone: '', active: true },
  permissions: Object.fromEntries(areas.map((area) => [area, false])) as User['permissions'],
};

const fields = ({ first_name, last_name, email, phone, active, permissions }: User) => ({
  ...{ first_name, last_name, email, phone, active },
  ...grouped('permissions', permissions),
});

function UserDialog({ user, close, reload }: Reloadable & { user: User | undefined }) {
  const { store } = storeSession();
  const read = user && ((options: ReadOptions) => store.getUser({ id: user.id }, options));
  const edit = useEdit({ of: user ?? nobody, fields, read, mayBeUnchanged: !user });
  return (
    <ActionDialog
      title={user ? 'Edit user' : 'Add user'}
      edit={edit}
      done={(saved: User) => {
        noteUser(saved);
        return reload();
      }}
      close={close}
      call={(options, keyed) => {
        if (user) return store.updateUser({ id: user.id, ...edit.changed() }, options);
        const { first_name, last_name, email, phone } = edit.values();
        const { permissions } = edit.changed();
        return store.createUser({ first_name, last_name, email, phone, permissions }, keyed);
      }}
    >
      {person.map((name) => (
        <TextField key={name} {...edit.field(name, texts.customerFields[name])} />
      ))}
      <fieldset>
        <legend>Permissions</legend>
        {areas.map((area) => (
          <Check key={area} {...edit.field(`permissions.${area}`, areaTexts[area])} />
        ))}
      </fieldset>
      {user && <Check {...edit.field('active', 'May use the dashboard')} />}
    </ActionDialog>
  );
}
