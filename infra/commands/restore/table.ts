import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  type Projection,
  paginateQuery,
  paginateScan,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { projectionOf, tableShape } from '../../tableShape.ts';

export async function findTable(client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> {
  const found = await client.send(new DescribeTableCommand({ TableName })).catch((error) => {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  });
  return found?.Table;
}

/** Waits until the table is ready, for 12 hours at most. */
export async function waitForTable(client: DynamoDBClient, TableName: string): Promise<TableDescription> {
  const { reason } = await waitUntilTableExists({ client, minDelay: 2, maxDelay: 30, maxWaitTime: 12 * 3600 }, { TableName });
  return reason.Table;
}

/** How the keys and indexes differ from what the service needs. */
export function schemaProblems({ KeySchema, GlobalSecondaryIndexes = [] }: TableDescription): string[] {
  const { partitionKey, sortKey, indexes } = tableShape;
  const key = `${partitionKey} ${sortKey}`;
  const problems = keysOf(KeySchema) === key ? [] : [`its key is ${keysOf(KeySchema)} instead of ${key}`];
  for (const index of indexes) {
    const { name, partitionKey, sortKey } = index;
    const found = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === name);
    const expected = `${partitionKey} ${sortKey}, ${textOf(projectionOf(index))}`;
    const actual = found && `${keysOf(found.KeySchema)}, ${textOf(found.Projection)}`;
    if (!actual) problems.push(`its index ${name} (${expected}) is missing`);
    else if (actual !== expected) problems.push(`its index ${name} is ${actual} instead of ${expected}`);
  }
  return problems;
}

const textOf = ({ ProjectionType, NonKeyAttributes = [] }: Projection = {}) =>
  [ProjectionType, ...NonKeyAttributes.toSorted()].join(' ');

const keysOf = (schema: KeySchemaElement[] = []) => schema.map(({ AttributeName }) => AttributeName).join(' ');

/** A restored table has time to live turned off. */
export async function enableTimeToLive(client: DynamoDBClient, TableName: string): Promise<void> {
  if (await hasTimeToLive(client, TableName)) return;
  const TimeToLiveSpecification = { AttributeName: tableShape.timeToLive, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

export async function hasTimeToLive(client: DynamoDBClient, TableName: string): Promise<boolean> {
  const { TimeToLiveDescription: setting } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  return setting?.AttributeName === tableShape.timeToLive && /^ENABL/.test(setting.TimeToLiveStatus ?? '');
}

export async function protectFromDeletion(client: DynamoDBClient, TableName: string): Promise<void> {
  await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true }));
}

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

/** Reads the whole table. */
export async function countItems(client: DynamoDBClient, TableName: string): Promise<number> {
  let items = 0;
  for await (const { Count = 0 } of paginateScan({ client }, { TableName, Select: 'COUNT' })) items += Count;
  return items;
}
