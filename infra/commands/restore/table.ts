import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  paginateQuery,
  paginateScan,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { tableShape } from '../../tableShape.ts';

export async function findTable(client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> {
  const described = client.send(new DescribeTableCommand({ TableName })).catch((error) => {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  });
  return (await described)?.Table;
}

/** Waits until the table is made. */
export async function arrived(client: DynamoDBClient, TableName: string): Promise<TableDescription> {
  const { reason } = await waitUntilTableExists({ client, minDelay: 2, maxDelay: 30, maxWaitTime: 12 * 3600 }, { TableName });
  return reason.Table;
}

/** In what a table is not as the service needs it. */
export function misshapen({ KeySchema, GlobalSecondaryIndexes = [] }: TableDescription): string[] {
  const { partitionKey, sortKey, indexes } = tableShape;
  const wrong = keysOf(KeySchema) === `${partitionKey} ${sortKey}` ? [] : [`its key is ${keysOf(KeySchema)}`];
  for (const { name, partitionKey, sortKey, projection } of indexes) {
    const index = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === name);
    const wanted = `${partitionKey} ${sortKey}, ${projection}`;
    const is = index && `${keysOf(index.KeySchema)}, ${index.Projection?.ProjectionType}`;
    if (is !== wanted) wrong.push(`its index ${name} is ${is ?? 'missing'}, not ${wanted}`);
  }
  return wrong;
}

const keysOf = (schema: KeySchemaElement[] = []) => schema.map(({ AttributeName }) => AttributeName).join(' ');

/** Ends items at their time, as a restored table does not by itself. */
export async function expire(client: DynamoDBClient, TableName: string): Promise<void> {
  if (await expires(client, TableName)) return;
  const TimeToLiveSpecification = { AttributeName: tableShape.timeToLive, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

export async function expires(client: DynamoDBClient, TableName: string): Promise<boolean> {
  const { TimeToLiveDescription: is } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  return is?.AttributeName === tableShape.timeToLive && /^ENABL/.test(is.TimeToLiveStatus ?? '');
}

export async function protect(client: DynamoDBClient, TableName: string): Promise<void> {
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
}

/** How many tenants there are, read from the index that lists them. */
export async function countTenants(client: DynamoDBClient, TableName: string): Promise<number> {
  const input = {
    TableName,
    IndexName: 'listed',
    Select: 'COUNT' as const,
    KeyConditionExpression: 'listed = :tenants',
    ExpressionAttributeValues: { ':tenants': { S: 'TENANTS' } },
  };
  let tenants = 0;
  for await (const { Count = 0 } of paginateQuery({ client }, input)) tenants += Count;
  return tenants;
}

/** Reads the whole table for that. */
export async function countItems(client: DynamoDBClient, TableName: string): Promise<number> {
  let items = 0;
  for await (const { Count = 0 } of paginateScan({ client }, { TableName, Select: 'COUNT' })) items += Count;
  return items;
}
