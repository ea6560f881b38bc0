import type { TenantId } from '../db/key.ts';
import { partition, queryPage } from '../db/query.ts';
import { find } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit } from '../db/write.ts';
import { saveOrderAction } from './data.ts';
import { type Found, isOlder, type OrderItem, stateOf } from './orderItem.ts';
import { searchActions } from './search.ts';

/** New fields may take an order past its usual limit. DynamoDB's own limit is 400 KB. */
const limit = 390 * 1024;

/** Stores a tenant's orders in the current schema, with what search and `updated_from` need. Returns how many it changed. */
export async function upgradeOrders(tenant: TenantId): Promise<number> {
  const source = partition<Found>(tenant, 'ORDER#', 'ascending');
  let count = 0;
  let after: string | undefined;
  do {
    const { items, last } = await queryPage(source, after, 100);
    for (const { sk } of items.filter(isOlder)) {
      await retryOnConflict(() => upgradeOrder(tenant, sk));
      count += 1;
    }
    after = last;
  } while (after !== undefined);
  return count;
}

async function upgradeOrder(tenant: TenantId, sk: string): Promise<void> {
  const item = (await find<OrderItem>(tenant, sk)) as OrderItem;
  if (!isOlder(item)) return;
  const state = stateOf(item);
  await commit({
    order: saveOrderAction(tenant, state, item, limit),
    ...searchActions(tenant, undefined, state.order),
  });
}
