import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

const client = new DynamoDBClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 300, requestTimeout: 1000, throwOnRequestTimeout: true },
});
const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
const TableName = process.env.TABLE_NAME ?? '';

type Key = { pk: string; sk: string };

/** The least that `getOrder` can do: the same client, reading the key with its tenant, then the order. */
export async function handler({ auth, order }: { auth: Key[]; order: Key }) {
  const Keys = { Keys: auth, ConsistentRead: true };
  const { Responses } = await documents.send(new BatchGetCommand({ RequestItems: { [TableName]: Keys } }));
  const { Item } = await documents.send(new GetCommand({ TableName, Key: order, ConsistentRead: true }));
  const isFound = Responses?.[TableName]?.length === auth.length && Item !== undefined;
  return { statusCode: isFound ? 200 : 404, body: Item?.json };
}
