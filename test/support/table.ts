import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { client } from '../../lib/db/client.ts';
import { keyOf, TableName, type TenantId } from '../../lib/db/key.ts';
import { timeId } from '../../lib/values/id.ts';
import { deliveryKey, dueAt } from '../../lib/webhook/delivery.ts';
import type { DeliveryItem } from '../../lib/webhook/webhookItem.ts';

const documents = DynamoDBDocumentClient.from(client);

/** Writes so many due deliveries of an order straight into the table; gives the keys they have there. */
export async function owe(tenant: TenantId, order: string, count: number, now = new Date()): Promise<string[]> {
  const items = Array.from({ length: count }, () => {
    const id = `evt_${timeId(now)}`;
    const item: DeliveryItem = { id, order, state: 'pending', created: now.toISOString(), attempts: [], tries: 0 };
    return { ...item, ...dueAt(tenant, now), ...keyOf(tenant, deliveryKey(id)) };
  });
  const batches = Array.from({ length: Math.ceil(count / 25) }, (_, i) => items.slice(i * 25, i * 25 + 25));
  for (const batch of batches) {
    const requests = batch.map((Item) => ({ PutRequest: { Item } }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
  }
  return items.map(({ sk }) => sk);
}
