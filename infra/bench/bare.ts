import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';

const client = new DynamoDBClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 300, requestTimeout: 1000, throwOnRequestTimeout: true },
});
const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
const TableName = process.env.TABLE_NAME;

/** The least that an operation can load: the client and the two commands of `getTenant`. */
export async function handler({ pk, sk }: { pk: string; sk: string }) {
  const { Item } = await documents.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }));
  await documents.send(
    new UpdateCommand({
      TableName,
      Key: { pk, sk },
      UpdateExpression: 'SET last_used = :day',
      ExpressionAttributeValues: { ':day': '2026-01-31' },
    }),
  );
  return Item;
}
