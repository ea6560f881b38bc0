import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Condition, type Item, update } from './action.ts';
import { send } from './client.ts';
import { keyOf, type Scope, TableName } from './key.ts';
import { ConditionFailed, lossOf } from './writeErrors.ts';

const present = { expression: 'attribute_exists(pk)' };

/** Sets attributes of one item alone, by default of one that is there; gives the item as it is then. */
export function set<T>(
  scope: Scope,
  sk: string,
  values: Item,
  condition: Condition = present,
  initially: Item = {},
): Promise<T> {
  const { Update } = update(scope, sk, values, condition, initially);
  return apply(Update as NonNullable<typeof Update>);
}

/** Sets attributes of one item while this holds; false where it does no more, as others have moved the item. */
export async function setIf(scope: Scope, sk: string, values: Item, condition: Condition): Promise<boolean> {
  try {
    await set(scope, sk, values, condition);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/** Changes an item that is there by an expression of its own. */
export const change = <T>(scope: Scope, sk: string, { expression, values, names }: Condition): Promise<T> =>
  apply({
    TableName,
    Key: keyOf(scope, sk),
    UpdateExpression: expression,
    ConditionExpression: present.expression,
    ExpressionAttributeValues: values,
    ExpressionAttributeNames: names,
  });

async function apply<T>(input: ConstructorParameters<typeof UpdateCommand>[0]): Promise<T> {
  const { Attributes } = await send(new UpdateCommand({ ...input, ReturnValues: 'ALL_NEW' })).catch((error) => {
    throw lossOf(error);
  });
  return Attributes as T;
}
