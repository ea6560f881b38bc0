import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { databaseClient } from '../../lib/db/client.ts';
import { itemKey, type TenantId, tableName } from '../../lib/db/key.ts';
import { timeId } from '../../lib/values/id.ts';
import { deliveryKey } from '../../lib/webhook/delivery.ts';
import { dueAt } from '../../lib/webhook/due.ts';
import type { DeliveryItem } from '../../lib/webhook/webhookItem.ts';

const documents = DynamoDBDocumentClient.from(databaseClient());

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
  const batches = Array.from({ length: Math.ceil(count / 25) }, (_, i) => items.slice(i * 25, i * 25 + 25));
  for (const batch of batches) {
    const requests = batch.map((Item) => ({ PutRequest: { Item } }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }));
  }
  return items.map(({ sk }) => sk);
}
