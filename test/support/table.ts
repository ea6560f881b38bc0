import { itemKey, type TenantId } from '../../lib/db/key.ts';
import { timeId } from '../../lib/values/id.ts';
import { deliveryKey } from '../../lib/webhook/delivery.ts';
import { dueAt } from '../../lib/webhook/due.ts';
import type { DeliveryItem } from '../../lib/webhook/webhookItem.ts';
import { writeItems } from './database.ts';

type Settings = { now?: Date; ids?: string[]; shard?: string; state?: DeliveryItem['state'] };

/** Writes deliveries of an order directly to the table, due unless they are finished. Returns their sort keys. */
export async function writeDeliveries(
  tenant: TenantId,
  order: string,
  count: number,
  settings: Settings = {},
): Promise<string[]> {
  const { now = new Date(), ids = [], state = 'pending' } = settings;
  const items = Array.from({ length: count }, (_, i) => {
    const id = ids[i] ?? `evt_${timeId(now)}`;
    const item: DeliveryItem = { id, order, state, created: now.toISOString(), attempts: [], tries: 0 };
    const { due_shard, due } = dueAt(id, now);
    const isFinished = state === 'failed' || state === 'delivered';
    return {
      ...item,
      ...(!isFinished && { due_shard: settings.shard ?? due_shard, due }),
      ...itemKey(tenant, deliveryKey(id)),
    };
  });
  await writeItems(items);
  return items.map(({ sk }) => sk);
}
