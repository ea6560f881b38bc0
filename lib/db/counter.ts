import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { send } from './client.ts';
import { keyOf, type Scope, TableName } from './key.ts';

/** The next number of a counter, 1 at first. No two callers get the same; some number may go to nobody. */
export async function increment(scope: Scope, sk: string): Promise<number> {
  const { Attributes } = await send(
    new UpdateCommand({
      TableName,
      Key: keyOf(scope, sk),
      UpdateExpression: 'ADD drawn :one',
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Attributes?.drawn;
}
