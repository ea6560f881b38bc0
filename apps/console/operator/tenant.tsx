import { defaultPlan, defaultQuotas, windowMs } from '../../../lib/quota/quotas.ts';
import type { Tenant } from '../../../lib/tenant/schema.ts';
import { link } from '../address.ts';
import { count, dateTime, personName } from '../format.ts';
import { DialogButton } from '../parts/action.tsx';
import { Audit } from '../parts/audit.tsx';
import { Facts } from '../parts/facts.tsx';
import { Keys } from '../parts/keys.tsx';
import { Section } from '../parts/section.tsx';
import { useTitle } from '../parts/title.ts';
import { Show, useRead } from '../reading.tsx';
import { operatorSession } from '../session.ts';
import { texts } from '../texts.ts';
import { DetailsDialog, DomainDialog, FrontDialog, OwnerDialog, PlanDialog, SubscriptionDialog } from './dialogs.tsx';

export function TenantScreen({ id }: { id: string }) {
  const { platform } = operatorSession();
  const reading = useRead((options) => platform.getTenant({ id }, options), id);
  return (
    <>
      <p>
        <a href={link(['tenants'])}>{texts.tenants.back}</a>
      </p>
      <Show of={reading}>{(tenant) => <Details tenant={tenant} reload={reading.reload} />}</Show>
      <Section title={texts.settings.tabs.keys}>
        <Keys
          list={(query, options) => platform.getKeys({ id, ...query }, options)}
          issue={(key, options) => platform.issueKey({ id, ...key }, options)}
          revoke={(key_id, options) => platform.revokeKey({ id, key_id }, options)}
          mayChange
        />
      </Section>
      <Section title={texts.settings.tabs.audit}>
        <Audit list={(query, options) => platform.getAudit(query.cursor ? query : { ...query, tenant: id }, options)} />
      </Section>
    </>
  );
}

const dialogs = {
  details: DetailsDialog,
  plan: PlanDialog,
  front: FrontDialog,
  domain: DomainDialog,
  owner: OwnerDialog,
  subscription: SubscriptionDialog,
};
const names = Object.keys(dialogs) as (keyof typeof dialogs)[];

function Details({ tenant, reload }: { tenant: Tenant; reload: () => Promise<Tenant | undefined> }) {
  useTitle(texts.ofPage(tenant.name, texts.tenants.title));
  return (
    <>
      <h1>
        {tenant.name}{' '}
        <span class={`badge ${tenant.subscribed === 'active' ? 'good' : 'bad'}`}>
          {texts.tenants.subscriptions[tenant.subscribed]}
        </span>{' '}
        {tenant.suspended && <span class="badge bad">{texts.tenants.suspended}</span>}
      </h1>
      <div class="actions">
        {names.map((name) => {
          const Dialog = dialogs[name];
          const open = (close: () => void) => <Dialog tenant={tenant} reload={reload} close={close} />;
          return <DialogButton key={name} label={texts.tenants.actions[name]} dialog={open} />;
        })}
      </div>
      {tenant.suspended && (
        <p class="small">
          {texts.tenants.exportText} <code>{texts.tenants.exportCommand(tenant.name)}</code>
        </p>
      )}
      <Facts of={factsOf(tenant)} />
    </>
  );
}

const factsOf = ({ owner, ...tenant }: Tenant) => ({
  [texts.tenants.id]: tenant.id,
  [texts.tenants.plan]: texts.tenants.plans[tenant.override_plan ?? 'none'],
  [texts.tenants.quota]: texts.tenants.requests(count(defaultQuotas[tenant.override_plan ?? defaultPlan]), windowMs / 1000),
  [texts.tenants.front]: texts.tenants.fronts[tenant.front_end],
  [texts.tenants.host]: tenant.store_host ?? texts.history.none,
  [texts.tenants.forward]: tenant.forward_www ? texts.yes : texts.no,
  [texts.tenants.country]: `${tenant.country}, ${tenant.currency}, ${tenant.timezone}`,
  [texts.tenants.owner]: `${personName(owner)}, ${owner.email}, ${owner.phone}`,
  [texts.tenants.created]: dateTime(tenant.created),
});
