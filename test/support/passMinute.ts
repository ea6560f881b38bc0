import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';

type Item = { pk: string; sk: string; due: string };

/**
 * Makes every delivery due a minute earlier and ends every lease, as if the service had been down for a minute. A claim lasts 60 s, and
 * a lease 30 s.
 */
export async function passMinute(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials });
  const documents = DynamoDBDocumentClient.from(client);
  const TableName = 'store-platform';
  /** Sets an attribute of the items that match a filter. */
  const setAll = async (name: string, FilterExpression: string, start: string, changed: (item: Item) => string) => {
    const filter = { FilterExpression, ExpressionAttributeValues: { ':start': start }, ConsistentRead: true };
    for await (const { Items = [] } of paginateScan({ client: documents }, { TableName, ...filter })) {
      for (const item of Items as Item[]) {
        const values = { UpdateExpression: `SET ${name} = :value`, ExpressionAttributeValues: { ':value': changed(item) } };
        await documents.send(new UpdateCommand({ TableName, Key: { pk: item.pk, sk: item.sk }, ...values }));
      }
    }
  };
  const isDue = 'begins_with(sk, :start) AND attribute_exists(due)';
  await setAll('due', isDue, 'DELIVERY#', ({ due }) => new Date(Date.parse(due) - 60_000).toISOString());
  await setAll('lease', 'begins_with(lease, :start)', '2', () => '');
  client.destroy();
}
