import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';

export default async function stopTestDatabase(): Promise<void> {
  if (!globalThis.hasTestTable) return;
  globalThis.hasTestTable = false;
  if (globalThis.testDatabase) return globalThis.testDatabase.stop();
  // A database that we did not start keeps nothing of ours.
  const client = new DynamoDBClient();
  await client.send(new DeleteTableCommand({ TableName: process.env.TABLE_NAME }));
  client.destroy();
}
