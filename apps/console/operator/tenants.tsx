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
      <h1>Tenants</h1>
      <p>
        <DialogButton label="Create tenant" dialog={NewTenantDialog} />
      </p>
      <search class="grid">
        <SearchField
          label="Search"
          hint="Start of the name, or the full host"
          value={q ?? ''}
          onChange={(value) => changeQuery({ q: value })}
        />
        <SearchField
          label="Country"
          maxLength={2}
          value={country ?? ''}
          searchOf={(text) => (text.length === 2 ? text.toUpperCase() : '')}
          onChange={(value) => changeQuery({ country: value })}
        />
        <Choice
          label="Subscription"
          value={subscribed ?? ''}
          options={{ '': 'Any', ...texts.subscriptions }}
          onChange={(value) => changeQuery({ subscribed: value })}
        />
        <Choice
          label="Plan"
          value={plan ?? ''}
          options={{ '': 'Any', ...texts.plans }}
          onChange={(value) => changeQuery({ plan: value })}
        />
      </search>
      <PagedTable
        caption="Tenants"
        pages={{ ...pages, items }}
        empty="No tenants match."
        keyOf={({ id }) => id}
        columns={columns}
      />
    </>
  );
}

const columns: Column<Tenant>[] = [
  { head: 'Name', cell: ({ id, name }) => <a href={link(['tenants', id])}>{name}</a> },
  { head: 'Host', cell: ({ store_host }) => store_host },
  { head: 'Plan', cell: ({ override_plan }) => texts.plans[override_plan ?? 'none'] },
  { head: 'Country', cell: ({ country }) => country },
  { head: 'Subscription', cell: ({ subscribed }) => texts.subscriptions[subscribed], isExtra: true },
  { head: 'Created', cell: ({ created }) => date(created), isExtra: true },
];
