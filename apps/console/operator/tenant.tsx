import type { Tenant } from '../../../lib/tenant/schema.ts';
import { link } from '../address.ts';
import { dateTime, personName } from '../format.ts';
import { useDialog } from '../parts/action.tsx';
import { Audit } from '../parts/audit.tsx';
import { Facts } from '../parts/facts.tsx';
import { Keys } from '../parts/keys.tsx';
import { useTitle } from '../parts/title.ts';
import { Show, useRead } from '../reading.tsx';
import { operatorSession } from '../session.ts';
import { texts } from '../texts.ts';
import { DetailsDialog, DomainDialog, FrontDialog, OwnerDialog, PlanDialog, SubscriptionDialog } from './dialogs.tsx';

export function TenantScreen({ id }: { id: string }) {
  const { platform } = operatorSession();
  const reading = useRead(() => platform.getTenant({ id }), id);
  return (
    <>
      <p>
        <a href={link(['tenants'])}>{texts.tenants.back}</a>
      </p>
      <Show of={reading}>{(tenant) => <Details tenant={tenant} reload={reading.reload} />}</Show>
      <section aria-labelledby="keys">
        <h2 id="keys">{texts.settings.tabs.keys}</h2>
        <Keys
          list={(query) => platform.getKeys({ id, ...query })}
          issue={(key, options) => platform.issueKey({ id, ...key }, options)}
          revoke={(key_id, options) => platform.revokeKey({ id, key_id }, options)}
          mayChange
        />
      </section>
      <section aria-labelledby="audit">
        <h2 id="audit">{texts.settings.tabs.audit}</h2>
        <Audit list={(query) => platform.getAudit(query.cursor ? query : { ...query, tenant: id })} />
      </section>
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
  const [dialog, open] = useDialog();
  useTitle(texts.ofPage(tenant.name, texts.tenants.title));
  return (
    <>
      <h1>
        {tenant.name}{' '}
        <span class={`badge ${tenant.subscribed === 'active' ? 'good' : 'bad'}`}>
          {texts.tenants.subscriptions[tenant.subscribed]}
        </span>
      </h1>
      <div class="actions">
        {names.map((name) => {
          const Dialog = dialogs[name];
          return (
            <button
              key={name}
              type="button"
              onClick={() => open((close) => <Dialog tenant={tenant} reload={reload} close={close} />)}
            >
              {texts.tenants.actions[name]}
            </button>
          );
        })}
      </div>
      <Facts of={factsOf(tenant)} />
      {dialog}
    </>
  );
}

const factsOf = ({ owner, ...tenant }: Tenant) => ({
  [texts.tenants.id]: tenant.id,
  [texts.tenants.plan]: texts.tenants.plans[tenant.override_plan ?? 'none'],
  [texts.tenants.quota]: texts.tenants.quotas[tenant.override_plan ?? 'none'],
  [texts.tenants.front]: texts.tenants.fronts[tenant.front_end],
  [texts.tenants.host]: tenant.store_host ?? texts.history.none,
  [texts.tenants.forward]: tenant.forward_www ? texts.yes : texts.no,
  [texts.tenants.country]: `${tenant.country}, ${tenant.currency}, ${tenant.timezone}`,
  [texts.tenants.owner]: `${personName(owner)}, ${owner.email}, ${owner.phone}`,
  [texts.tenants.created]: dateTime(tenant.created),
});
