import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  ScanCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { projectionOf, tableShape } from '../tableShape.ts';

const { partitionKey, sortKey, indexes, timeToLive } = tableShape;

/** Creates the table in a local database unless it exists. */
export async function createTable(endpoint: string, TableName: string): Promise<void> {
  const client = clientAt(endpoint);
  const names = new Set([partitionKey, sortKey, ...indexes.flatMap((index) => [index.partitionKey, index.sortKey])]);
  try {
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [...names].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: keySchema(partitionKey, sortKey),
        GlobalSecondaryIndexes: indexes.map((index) => ({
          IndexName: index.name,
          KeySchema: keySchema(index.partitionKey, index.sortKey),
          Projection: projectionOf(index),
        })),
      }),
    );
    const TimeToLiveSpecification = { AttributeName: timeToLive, Enabled: true };
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  } finally {
    client.destroy();
  }
}

/** Reads the first megabyte of the table. The embedded database notices damaged data only when it reads it. */
export async function readTable(endpoint: string, TableName: string): Promise<void> {
  const client = clientAt(endpoint);
  await client.send(new ScanCommand({ TableName, Select: 'COUNT' })).finally(() => client.destroy());
}

const requestHandler = { connectionTimeout: 2000, requestTimeout: 10_000, throwOnRequestTimeout: true };
const clientAt = (endpoint: string) => new DynamoDBClient({ endpoint, maxAttempts: 2, requestHandler });

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
];
