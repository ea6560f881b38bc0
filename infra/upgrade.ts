import type { TenantId } from '../lib/db/key.ts';
import { find } from '../lib/db/read.ts';
import { upsert } from '../lib/db/write.ts';
import { orderSchema } from '../lib/order/upcast.ts';
import { upgradeOrders } from '../lib/order/upgrade.ts';
import { getTenants } from '../lib/tenant/data.ts';
import type { Tenant } from '../lib/tenant/schema.ts';

const marker = 'SCHEMA';

/** Whether every order of the table was stored by this version, or upgraded to it. */
export const isUpgraded = async (): Promise<boolean> =>
  (await find<{ orders: number }>('PLATFORM', marker))?.orders === orderSchema;

type Report = (tenant: Tenant, orders: number) => void;

/** Upgrades what older versions stored, tenant by tenant. It may be interrupted and repeated, also while the service runs. */
export async function upgrade(report: Report): Promise<void> {
  let cursor: string | undefined;
  do {
    const { items, next_cursor } = await getTenants({ limit: 100, cursor });
    for (const tenant of items) report(tenant, await upgradeOrders(tenant.id as TenantId));
    cursor = next_cursor ?? undefined;
  } while (cursor);
  await upsert('PLATFORM', marker, { orders: orderSchema });
}
