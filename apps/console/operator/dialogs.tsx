import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { NewTenant } from '../../../lib/tenant/inputs.ts';
import type { Tenant } from '../../../lib/tenant/schema.ts';
import { link } from '../address.ts';
import { ActionDialog } from '../parts/action.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { Check, Choice, TextField } from '../parts/fields.tsx';
import { type Fields, filled, Group } from '../parts/group.tsx';
import { actorOption, operatorSession } from '../session.ts';
import { texts } from '../texts.ts';

type Props = { tenant: Tenant; reload: () => Promise<Tenant | undefined>; close: () => void };
type Options = { version: number; actor?: string };
type FormProps = Props & {
  name: keyof typeof texts.tenants.actions;
  call: (options: Options) => Promise<Tenant>;
  children: ComponentChildren;
};

/** Sets one property of a tenant. Sending it again sets it to the same value. */
function TenantForm({ tenant, reload, name, call, children, close }: FormProps) {
  const [version, setVersion] = useState(tenant.version);
  return (
    <FormDialog
      title={`${texts.tenants.actions[name]}: ${tenant.name}`}
      submit={texts.save}
      close={close}
      write={() => ({ attempt: () => call({ version, ...actorOption() }), repeatable: true })}
      changed={async () => setVersion((await reload())?.version ?? version)}
      done={async () => {
        await reload();
        return texts.saved;
      }}
    >
      {children}
    </FormDialog>
  );
}

const { currency: _, ...detailLabels } = texts.newTenant.store;

/** Changes the name, the country and the time zone. Sends only what was changed. */
export function DetailsDialog(props: Props) {
  const { id, name, country, timezone } = props.tenant;
  const before: Fields = { name, country, timezone };
  const [fields, setFields] = useState(before);
  return (
    <TenantForm
      {...props}
      name="details"
      call={(options) => {
        const changes = Object.fromEntries(Object.entries(fields).filter(([field, value]) => value !== before[field]));
        if (Object.keys(changes).length === 0) throw new Error(texts.errors.nothingChanged);
        return operatorSession().platform.updateTenant({ id, ...changes }, options);
      }}
    >
      <Group title={texts.store} labels={detailLabels} hints={texts.newTenant.hints} value={fields} onChange={setFields} />
    </TenantForm>
  );
}

export function PlanDialog(props: Props) {
  const [plan, setPlan] = useState<string>(props.tenant.override_plan ?? 'none');
  const override_plan = plan === 'none' ? null : (plan as Tenant['override_plan']);
  return (
    <TenantForm
      {...props}
      name="plan"
      call={(options) => operatorSession().platform.setStorePlan({ tenant: props.tenant.id, override_plan }, options)}
    >
      <Choice label={texts.tenants.plan} value={plan} options={texts.tenants.plans} onChange={setPlan} />
    </TenantForm>
  );
}

export function FrontDialog(props: Props) {
  const [front, setFront] = useState<string>(props.tenant.front_end);
  const front_end = front as Tenant['front_end'];
  return (
    <TenantForm
      {...props}
      name="front"
      call={(options) => operatorSession().platform.setStoreFront({ tenant: props.tenant.id, front_end }, options)}
    >
      <Choice label={texts.tenants.front} value={front} options={texts.tenants.fronts} onChange={setFront} />
    </TenantForm>
  );
}

export function DomainDialog(props: Props) {
  const [host, setHost] = useState(props.tenant.store_host ?? '');
  const [forward_www, setForward] = useState(props.tenant.forward_www);
  const link = { tenant: props.tenant.id, host: host || null, forward_www };
  return (
    <TenantForm {...props} name="domain" call={(options) => operatorSession().platform.linkDomain(link, options)}>
      <TextField label={texts.tenants.host} name="host" hint={texts.tenants.hostHint} value={host} onChange={setHost} />
      <Check label={texts.tenants.forward} value={forward_www} onChange={setForward} />
    </TenantForm>
  );
}

export function OwnerDialog(props: Props) {
  const [owner, setOwner] = useState(props.tenant.owner.id);
  const patch = { id: props.tenant.id, owner };
  return (
    <TenantForm {...props} name="owner" call={(options) => operatorSession().platform.updateTenant(patch, options)}>
      <TextField label={texts.tenants.ownerId} name="owner" hint={texts.tenants.ownerHint} value={owner} onChange={setOwner} />
    </TenantForm>
  );
}

export function SubscriptionDialog(props: Props) {
  const [value, setValue] = useState<string>(props.tenant.subscribed);
  const patch = { id: props.tenant.id, subscribed: value as Tenant['subscribed'] };
  return (
    <TenantForm {...props} name="subscription" call={(options) => operatorSession().platform.updateTenant(patch, options)}>
      <Choice label={texts.tenants.subscription} value={value} options={texts.tenants.subscriptions} onChange={setValue} />
    </TenantForm>
  );
}

/** Creates a tenant, and opens its screen. */
export function NewTenantDialog({ close }: { close: () => void }) {
  const { store: storeFields, person, hints } = texts.newTenant;
  const [store, setStore] = useState(filled(storeFields, null));
  const [owner, setOwner] = useState(filled(person, null));
  return (
    <ActionDialog
      title={texts.newTenant.title}
      submit={texts.newTenant.title}
      close={close}
      done={({ id }: Tenant) => {
        location.hash = link(['tenants', id]);
      }}
      call={(options, idempotencyKey) => {
        const tenant = { ...store, country: store.country?.toUpperCase(), currency: store.currency?.toUpperCase(), owner };
        return operatorSession().platform.createTenant(tenant as NewTenant, { ...options, idempotencyKey });
      }}
    >
      <Group title={texts.store} labels={storeFields} hints={hints} value={store} onChange={setStore} />
      <Group title={texts.tenants.owner} of="owner" labels={person} hints={hints} value={owner} onChange={setOwner} />
    </ActionDialog>
  );
}
