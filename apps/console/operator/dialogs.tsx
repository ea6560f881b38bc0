import type { ComponentChildren } from 'preact';
import type { NewTenant } from '../../../lib/tenant/inputs.ts';
import type { Tenant } from '../../../lib/tenant/schema.ts';
import type { User } from '../../../lib/user/schema.ts';
import type { PlatformClient } from '../../client/client.ts';
import { link } from '../address.ts';
import { personName } from '../format.ts';
import { ActionDialog } from '../parts/action.tsx';
import { type Fields, useEdit, useFields, type Values } from '../parts/edit.ts';
import { Check, Choice, TextField } from '../parts/fields.tsx';
import { filled, Group } from '../parts/group.tsx';
import { Show, useRead } from '../reading.tsx';
import { operatorSession } from '../session.ts';
import { texts } from '../texts.ts';
import type { WriteOptions } from '../writing.ts';

type Props = { tenant: Tenant; reload: () => Promise<Tenant | undefined>; close: () => void };
type Form<V extends Values> = {
  title: string;
  fields: (tenant: Tenant) => V;
  call: (id: string, edit: Fields<Tenant, V>, options: WriteOptions) => Promise<Tenant>;
  inputs: (edit: Fields<Tenant, V>) => ComponentChildren;
  isRepeatable?: boolean;
};

/** A dialog that sets a property of a tenant. */
const tenantDialog = <V extends Values>({ title, fields, call, inputs, isRepeatable = true }: Form<V>) => ({
  title,
  Dialog: ({ tenant, reload, close }: Props) => {
    const { getTenant } = operatorSession().platform;
    const edit = useEdit({ of: tenant, fields, read: (options) => getTenant({ id: tenant.id }, options) });
    return (
      <ActionDialog
        title={`${title}: ${tenant.name}`}
        edit={edit}
        isRepeatable={isRepeatable}
        changed={async () => edit.rebase((await reload()) ?? edit.now())}
        done={reload}
        close={close}
        call={(options) => call(tenant.id, edit, options)}
      >
        {inputs(edit)}
      </ActionDialog>
    );
  },
});

type Change = Omit<Parameters<PlatformClient['updateTenant']>[0], 'id'>;

/** Changes the tenant in the version that the dialog shows. Operations with a path of their own, such as that of the plan, need no version. */
const update = (id: string, { now }: { now(): Tenant }, change: Change, options: WriteOptions) =>
  operatorSession().platform.updateTenant({ id, ...change }, { ...options, version: now().version });

const details = { name: 'Name', country: 'Country code', timezone: 'Time zone' };
const hints = {
  name: 'For example, tea-shop.',
  country: 'For example, DE.',
  timezone: 'For example, Europe/Berlin.',
  currency: "Defaults to the country's currency.",
  phone: 'For example, +4930123456.',
};

/** Changes the name, the country and the time zone. */
const detailsDialog = tenantDialog({
  title: 'Edit',
  fields: ({ name, country, timezone }) => ({ name, country, timezone }),
  call: (id, edit, options) => {
    const { country, ...others } = edit.changed();
    return update(id, edit, { ...others, country: country?.toUpperCase() }, options);
  },
  inputs: ({ group }) => <Group {...group('Store', details)} hints={hints} />,
});

const planDialog = tenantDialog({
  title: 'Set plan',
  fields: ({ override_plan }) => ({ plan: override_plan ?? ('none' as const) }),
  call: (tenant, edit, options) => {
    const { plan } = edit.values();
    return operatorSession().platform.setStorePlan({ tenant, override_plan: plan === 'none' ? null : plan }, options);
  },
  inputs: ({ choice }) => <Choice {...choice('plan', 'Plan', texts.plans)} />,
});

const frontDialog = tenantDialog({
  title: 'Set store front',
  fields: ({ front_end }) => ({ front_end }),
  call: (tenant, edit, options) => operatorSession().platform.setStoreFront({ tenant, ...edit.values() }, options),
  inputs: ({ choice }) => <Choice {...choice('front_end', 'Store front', texts.fronts)} />,
});

const domainDialog = tenantDialog({
  title: 'Link domain',
  fields: ({ store_host, forward_www }) => ({ host: store_host ?? '', forward_www }),
  // The service requires the host in every request, although others may change it meanwhile.
  isRepeatable: false,
  call: (tenant, edit, options) =>
    operatorSession().platform.linkDomain({ tenant, host: edit.values().host, ...edit.changed() }, options),
  inputs: ({ field }) => (
    <>
      <TextField {...field('host', 'Host')} hint="For example, shop.example.com. Clear it to unlink." />
      <Check {...field('forward_www', 'Forward www. too')} />
    </>
  ),
});

const ownerDialog = tenantDialog({
  title: 'Change owner',
  fields: ({ owner }) => ({ owner: owner.id }),
  call: (id, edit, options) => update(id, edit, edit.changed(), options),
  inputs: ({ choice, now }) => (
    <>
      <ActiveUsers of={now()}>{(users) => <Choice {...choice('owner', 'New owner', users)} />}</ActiveUsers>
      <p class="small">The new owner gets all permissions.</p>
    </>
  ),
});

/** Offers the owner and the active users of the tenant. */
function ActiveUsers({
  of: { id, owner },
  children,
}: {
  of: Tenant;
  children: (users: Record<string, string>) => ComponentChildren;
}) {
  const read = async () => Array.fromAsync(operatorSession().platform.tenantUsers({ id, active: true, limit: 1000 }));
  const reading = useRead(read, id);
  const optionsOf = (users: readonly User[]) =>
    Object.fromEntries([owner, ...users].map((user) => [user.id, `${personName(user)}, ${user.email}`]));
  return <Show of={reading}>{(users) => children(optionsOf(users))}</Show>;
}

const subscriptionDialog = tenantDialog({
  title: 'Set subscription',
  fields: ({ subscribed, suspended }) => ({ subscribed, suspended }),
  call: (id, edit, options) => update(id, edit, edit.changed(), options),
  inputs: ({ choice, field }) => (
    <>
      <Choice {...choice('subscribed', 'Subscription', texts.subscriptions)} />
      <Check {...field('suspended', 'Suspended: existing keys of this store stop working, and its webhooks wait')} />
    </>
  ),
});

const storeFields = { ...details, currency: 'Currency (optional)' };
const person = { first_name: 'First name', last_name: 'Last name', email: 'E-mail address', phone: 'Phone' };

/** What an operator can set of a tenant. */
export const tenantDialogs = [detailsDialog, planDialog, frontDialog, domainDialog, ownerDialog, subscriptionDialog];

/** Creates a tenant, and opens its screen. */
export function NewTenantDialog({ close }: { close: () => void }) {
  const [{ store, owner }, input] = useFields({ store: filled(storeFields, null), owner: filled(person, null) });
  return (
    <ActionDialog
      title="Create tenant"
      submit="Create tenant"
      close={close}
      done={({ id }: Tenant) => {
        location.hash = link(['tenants', id]);
      }}
      call={(_, keyed) => {
        const tenant = { ...store, country: store.country?.toUpperCase(), currency: store.currency?.toUpperCase(), owner };
        return operatorSession().platform.createTenant(tenant as NewTenant, keyed);
      }}
    >
      <Group title="Store" labels={storeFields} hints={hints} {...input('store')} />
      <Group title="Owner" of="owner" labels={person} hints={hints} {...input('owner')} />
    </ActionDialog>
  );
}
