import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { send } from './client.ts';
import { keyOf, type Scope, TableName } from './key.ts';

/** Sets one attribute of an item that is there. */
export async function setAttribute(scope: Scope, sk: string, name: string, value: unknown): Promise<void> {
  await send(
    new UpdateCommand({
      TableName,
      Key: keyOf(scope, sk),
      UpdateExpression: 'SET #name = :value',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#name': name },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
}
