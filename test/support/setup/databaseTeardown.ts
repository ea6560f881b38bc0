import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';

export default async function stopTestDatabase(): Promise<void> {
  if (!globalThis.hasTestTable) return;
  globalThis.hasTestTable = false;
  if (globalThis.testDatabase) return globalThis.testDatabase.stop();
  // We did not start this database, so delete our table.
  const client = new DynamoDBClient();
  await client.send(new DeleteTableCommand({ TableName: process.env.TABLE_NAME }));
  client.destroy();
}
