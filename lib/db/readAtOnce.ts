import { TransactGetCommand } from '@aws-sdk/lib-dynamodb';
import { send } from './client.ts';
import { keyOf, type Scope, TableName } from './key.ts';
import { cancellation, contentionIn } from './writeErrors.ts';

/** Reads up to 100 items as they stand at one instant, which `findMany` does not promise; it costs twice as much and can lose a race. */
export async function findSnapshot<T>(scope: Scope, sks: readonly string[]): Promise<Map<string, T>> {
  const TransactItems = sks.map((sk) => ({ Get: { TableName, Key: keyOf(scope, sk) } }));
  try {
    const { Responses = [] } = await send(new TransactGetCommand({ TransactItems }));
    return new Map(Responses.flatMap(({ Item }) => (Item ? [[Item.sk, Item as T]] : [])));
  } catch (error) {
    throw contentionIn(cancellation(error), error);
  }
}
