import type { TenantId } from '../lib/db/key.ts';
import { find } from '../lib/db/read.ts';
import { upsert } from '../lib/db/write.ts';
import { upgradeOrders } from '../lib/order/data.ts';
import { orderSchema } from '../lib/order/schemaUpgrades.ts';
import { getTenants } from '../lib/tenant/list.ts';
import type { Tenant } from '../lib/tenant/schema.ts';
import { userSchema } from '../lib/tenant/schemaUpgrades.ts';
import { upgradeUsers } from '../lib/tenant/upgrade.ts';
import type { User } from '../lib/user/schema.ts';
import { upgradeDeliveries } from '../lib/webhook/upgrade.ts';

const marker = 'SCHEMA';

/** The versions that an upgrade brings all items to. Since version 2, users' e-mail addresses are claimed. */
const versions = { orders: orderSchema.version, users: userSchema.version };

/** Whether everything in the table was stored by this version or a newer one, or upgraded to it. */
export async function isUpgraded(): Promise<boolean> {
  const found = await find<{ orders: number; users?: number }>('PLATFORM', marker);
  return (found?.orders ?? 1) >= versions.orders && (found?.users ?? 1) >= versions.users;
}

/** `duplicates` are users who share their e-mail address with an older user of the tenant. */
type Upgraded = { orders: number; deliveries: number; duplicates: User[] };
type Report = (tenant: Tenant, upgraded: Upgraded) => void;

/** Upgrades what older versions stored, tenant by tenant. It can be interrupted and repeated, even while the service runs. */
export async function upgrade(report: Report): Promise<void> {
  let cursor: string | undefined;
  do {
    const { items, next_cursor } = await getTenants({ limit: 100, cursor });
    for (const tenant of items) {
      const id = tenant.id as TenantId;
      const orders = await upgradeOrders(id);
      report(tenant, { orders, deliveries: await upgradeDeliveries(id), duplicates: await upgradeUsers(id) });
    }
    cursor = next_cursor ?? undefined;
  } while (cursor);
  if (!(await isUpgraded())) await upsert('PLATFORM', marker, versions);
}
