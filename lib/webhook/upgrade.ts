import type { TenantId } from '../db/key.ts';
import { partition, queryPage } from '../db/query.ts';
import { setIf } from '../db/write.ts';
import { checkAt, parkedShard } from './due.ts';
import { waitingSince } from './parked.ts';
import { type DeliveryItem, webhookKey } from './webhookItem.ts';

type Found = DeliveryItem & { sk: string };

/**
 * Parks a tenant's waiting deliveries, so that they can be released. Older versions made them due after 75 hours instead.
 * Returns how many it parked.
 */
export async function upgradeDeliveries(tenant: TenantId): Promise<number> {
  const source = partition<Found>(tenant, 'DELIVERY#', 'ascending');
  const parked = parkedShard(tenant);
  let count = 0;
  let hasWaiting = false;
  let after: string | undefined;
  do {
    const { items, last } = await queryPage(source, after, 100);
    for (const item of items.filter(({ state }) => state === 'waiting')) {
      hasWaiting = true;
      if (item.due_shard !== parked && (await parkAsFound(tenant, item))) count += 1;
    }
    after = last;
  } while (after !== undefined);
  // Also checks deliveries that an interrupted upgrade parked. They are released if the webhook can be called.
  if (hasWaiting) await checkParked(tenant);
  return count;
}

const parkAsFound = (tenant: TenantId, item: Found): Promise<boolean> =>
  setIf(
    tenant,
    item.sk,
    { due_shard: parkedShard(tenant), due: waitingSince(item) },
    {
      expression: '#state = :waiting AND due_shard = :seen',
      values: { ':waiting': 'waiting', ':seen': item.due_shard },
      names: { '#state': 'state' },
    },
  );

const checkParked = (tenant: TenantId): Promise<boolean> =>
  setIf(tenant, webhookKey('confirm-order'), checkAt(tenant, new Date()), { expression: 'attribute_exists(pk)' });
