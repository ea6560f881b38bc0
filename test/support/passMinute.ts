import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';

type Claimed = { pk: string; sk: string; due: string };
type Leased = { pk: string; sk: string };

/**
 * Makes every delivery due a minute earlier and ends every lease, as if the service had been down for a minute. A claim lasts 60 s, and
 * a lease 30 s.
 */
export async function passMinute(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials });
  const documents = DynamoDBDocumentClient.from(client);
  const TableName = 'store-platform';
  const filter = { FilterExpression: 'begins_with(sk, :kind) AND attribute_exists(due)', ConsistentRead: true };
  const input = { TableName, ...filter, ExpressionAttributeValues: { ':kind': 'DELIVERY#' } };
  for await (const { Items = [] } of paginateScan({ client: documents }, input)) {
    for (const { pk, sk, due } of Items as Claimed[]) {
      const earlier = new Date(Date.parse(due) - 60_000).toISOString();
      const values = { UpdateExpression: 'SET due = :earlier', ExpressionAttributeValues: { ':earlier': earlier } };
      await documents.send(new UpdateCommand({ TableName, Key: { pk, sk }, ...values }));
    }
  }
  const leases = { FilterExpression: 'begins_with(lease, :any)', ConsistentRead: true };
  const leased = { TableName, ...leases, ExpressionAttributeValues: { ':any': '2' } };
  for await (const { Items = [] } of paginateScan({ client: documents }, leased)) {
    for (const { pk, sk } of Items as Leased[]) {
      const ended = { UpdateExpression: 'SET lease = :none', ExpressionAttributeValues: { ':none': '' } };
      await documents.send(new UpdateCommand({ TableName, Key: { pk, sk }, ...ended }));
    }
  }
  client.destroy();
}
