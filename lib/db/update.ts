import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Condition, type Item, update } from './action.ts';
import { send } from './client.ts';
import type { Scope } from './key.ts';
import { lossOf } from './lost.ts';

const present = { expression: 'attribute_exists(pk)' };

/** Sets attributes of one item alone, by default of one that is there; gives the item as it is then. */
export async function set<T>(
  scope: Scope,
  sk: string,
  values: Item,
  condition: Condition = present,
  initially: Item = {},
): Promise<T> {
  const { Update } = update(scope, sk, values, condition, initially);
  const command = new UpdateCommand({ ...(Update as NonNullable<typeof Update>), ReturnValues: 'ALL_NEW' });
  const { Attributes } = await send(command).catch((error) => {
    throw lossOf(error);
  });
  return Attributes as T;
}
