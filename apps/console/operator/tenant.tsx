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
import { texts, things } from '../texts.ts';
import { tenantDialogs } from './dialogs.tsx';

export function TenantScreen({ id }: { id: string }) {
  const { platform } = operatorSession();
  const reading = useRead((options) => platform.getTenant({ id }, options), id);
  return (
    <>
      <p>
        <a href={link(['tenants'])}>← All tenants</a>
      </p>
      <Show of={reading}>{(tenant) => <Details tenant={tenant} reload={reading.reload} />}</Show>
      <Section title="Keys">
        <Keys
          list={(query, options) => platform.getKeys({ id, ...query }, options)}
          issue={(key, options) => platform.issueKey({ id, ...key }, options)}
          revoke={(key_id, options) => platform.revokeKey({ id, key_id }, options)}
          mayChange
        />
      </Section>
      {(reading.data || reading.error) && (
        // Read again after each change of the tenant.
        <Section title="Audit log" key={JSON.stringify(reading.data)}>
          <Audit list={(query, options) => platform.getAudit(query.cursor ? query : { ...query, tenant: id }, options)} />
        </Section>
      )}
    </>
  );
}

function Details({ tenant, reload }: { tenant: Tenant; reload: () => Promise<Tenant | undefined> }) {
  useTitle(`${tenant.name} · Tenants`);
  return (
    <>
      <h1>
        {tenant.name}{' '}
        <span class={`badge ${tenant.subscribed === 'active' ? 'good' : 'bad'}`}>{texts.subscriptions[tenant.subscribed]}</span>{' '}
        {tenant.suspended && <span class="badge bad">Suspended</span>}
      </h1>
      <div class="actions">
        {tenantDialogs.map(({ title, Dialog }) => (
          <DialogButton key={title} label={title} dialog={Dialog} tenant={tenant} reload={reload} />
        ))}
      </div>
      {tenant.suspended && (
        <p class="small">
          To export everything that this store owns, run:{' '}
          <code>
            npm run ops -- tenant export {tenant.name} --out {tenant.name}-export
          </code>
        </p>
      )}
      <Facts of={factsOf(tenant)} />
    </>
  );
}

const factsOf = ({ owner, ...tenant }: Tenant) => ({
  ID: tenant.id,
  Plan: texts.plans[tenant.override_plan ?? 'none'],
  'Default quota': `${count(defaultQuotas[tenant.override_plan ?? defaultPlan])} requests in ${things(windowMs / 1000, 'second')}`,
  'Store front': texts.fronts[tenant.front_end],
  Host: tenant.store_host ?? 'none',
  'Forward www. too': tenant.forward_www ? 'yes' : 'no',
  Country: `${tenant.country}, ${tenant.currency}, ${tenant.timezone}`,
  Owner: `${personName(owner)}, ${owner.email}, ${owner.phone}`,
  Created: dateTime(tenant.created),
});
