import { DynamoDB, ResourceInUseException } from '@aws-sdk/client-dynamodb';
import { indexSettings, keySchema, tableShape } from '../tableShape.ts';

const { partitionKey, sortKey, indexes, timeToLive } = tableShape;
const keys = new Set([partitionKey, sortKey, ...indexes.flatMap((index) => [index.partitionKey, index.sortKey])]);
const attributes = [...keys].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const }));

/** Creates the table in a local database unless it exists. */
export async function createTable(endpoint: string, TableName: string): Promise<void> {
  const client = clientAt(endpoint);
  try {
    await client.createTable({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: attributes,
      KeySchema: keySchema(partitionKey, sortKey),
      GlobalSecondaryIndexes: indexes.map(indexSettings),
    });
    const TimeToLiveSpecification = { AttributeName: timeToLive, Enabled: true };
    await client.updateTimeToLive({ TableName, TimeToLiveSpecification });
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  } finally {
    client.destroy();
  }
}

/** Reads the first megabyte of the table. The embedded database notices damaged data only when it reads it. */
export async function readTable(endpoint: string, TableName: string): Promise<void> {
  const client = clientAt(endpoint);
  await client.scan({ TableName, Select: 'COUNT' }).finally(() => client.destroy());
}

const requestHandler = { connectionTimeout: 2000, requestTimeout: 10_000, throwOnRequestTimeout: true };
const clientAt = (endpoint: string) => new DynamoDB({ endpoint, maxAttempts: 2, requestHandler });
