import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';

type Claimed = { pk: string; sk: string; due: string };

/** Makes every delivery due a minute earlier, as if the service had been down for a minute. A claim lasts 60 s. */
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
  client.destroy();
}
