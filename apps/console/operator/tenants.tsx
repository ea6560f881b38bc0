import type { Tenant } from '../../../lib/tenant/schema.ts';
import { address, changeQuery, link } from '../address.ts';
import { date } from '../format.ts';
import { usePages } from '../pages.ts';
import { DialogButton } from '../parts/action.tsx';
import { Choice } from '../parts/fields.tsx';
import { SearchField } from '../parts/search.tsx';
import { type Column, PagedTable } from '../parts/table.tsx';
import { operatorSession } from '../session.ts';
import { texts } from '../texts.ts';
import { NewTenantDialog } from './dialogs.tsx';

/** The tenants, by name or host, country, subscription and plan. */
export function TenantsScreen() {
  const { q, country, subscribed, plan } = address.value.query;
  const filters = {
    ...(q && { q }),
    ...(country && { country }),
    ...(subscribed && { subscribed: subscribed as Tenant['subscribed'] }),
  };
  const pages = usePages(operatorSession().platform.getTenants, 'tenants', filters);
  // The interface has no filter by plan.
  const items = pages.items.filter(({ override_plan }) => !plan || (override_plan ?? 'none') === plan);
  return (
    <>
      <h1>{texts.tenants.title}</h1>
      <p>
        <DialogButton label={texts.newTenant.title} dialog={(close) => <NewTenantDialog close={close} />} />
      </p>
      <search class="grid">
        <SearchField
          label={texts.tenants.search}
          hint={texts.tenants.searchHint}
          value={q ?? ''}
          onChange={(value) => changeQuery({ q: value })}
        />
        <SearchField
          label={texts.tenants.country}
          maxLength={2}
          value={country ?? ''}
          searchOf={(text) => (text.length === 2 ? text.toUpperCase() : '')}
          onChange={(value) => changeQuery({ country: value })}
        />
        <Choice
          label={texts.tenants.subscription}
          value={subscribed ?? ''}
          options={{ '': texts.tenants.any, ...texts.tenants.subscriptions }}
          onChange={(value) => changeQuery({ subscribed: value })}
        />
        <Choice
          label={texts.tenants.plan}
          value={plan ?? ''}
          options={{ '': texts.tenants.any, ...texts.tenants.plans }}
          onChange={(value) => changeQuery({ plan: value })}
        />
      </search>
      <PagedTable
        caption={texts.tenants.title}
        pages={{ ...pages, items }}
        empty={texts.tenants.empty}
        keyOf={({ id }) => id}
        columns={columns}
      />
    </>
  );
}

const columns: Column<Tenant>[] = [
  { head: texts.tenants.name, cell: ({ id, name }) => <a href={link(['tenants', id])}>{name}</a> },
  { head: texts.tenants.host, cell: ({ store_host }) => store_host },
  { head: texts.tenants.plan, cell: ({ override_plan }) => texts.tenants.plans[override_plan ?? 'none'] },
  { head: texts.tenants.country, cell: ({ country }) => country },
  { head: texts.tenants.subscription, cell: ({ subscribed }) => texts.tenants.subscriptions[subscribed], isExtra: true },
  { head: texts.tenants.created, cell: ({ created }) => date(created), isExtra: true },
];
