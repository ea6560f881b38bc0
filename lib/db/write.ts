import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Action, type Condition, type Item, updateAction } from './action.ts';
import { send } from './client.ts';
import { keyOf, type Scope, tableName } from './key.ts';
import { repeatOnConflict, retryOnConflict } from './retry.ts';
import { ConditionFailed, cancellationReasons, conflictFrom, singleWriteError } from './writeErrors.ts';

/**
 * Writes all of the named actions or none. A failure names the actions whose conditions did not hold. If one of the actions
 * creates an item with a generated ID, a failure proves that nothing was written, whatever happened to earlier responses.
 */
export const commit = (actions: Actions): Promise<void> => repeatOnConflict(() => tryCommit(actions));

type Actions = Record<string, Action | undefined>;

/** Like `commit`, but throws a `WriteConflict` if other transactions hold the items. */
export async function tryCommit(actions: Actions): Promise<void> {
  const named = Object.entries(actions).filter((entry): entry is [string, Action] => entry[1] !== undefined);
  const TransactItems = named.map(([, { hasGeneratedId, ...item }]) => item);
  try {
    await send(new TransactWriteCommand({ TransactItems }));
  } catch (error) {
    const reasons = cancellationReasons(error);
    const failed = named.filter((_, i) => reasons[i] === 'ConditionalCheckFailed');
    if (failed.some(([, { hasGeneratedId }]) => hasGeneratedId)) return;
    // Any other reason may hide that our own item exists.
    const isDecided = reasons.every((reason = 'None') => ['None', 'ConditionalCheckFailed'].includes(reason));
    throw isDecided ? new ConditionFailed(failed.map(([name]) => name)) : conflictFrom(reasons, error);
  }
}

/** Puts one item without a transaction, at half the cost. Not safe to retry after a lost response. */
export async function put({ Put }: Action): Promise<void> {
  await send(new PutCommand(Put as NonNullable<typeof Put>)).catch((error) => {
    throw singleWriteError(error);
  });
}

const exists = { expression: 'attribute_exists(pk)' };

/** Sets attributes of one item, by default only if it exists. Returns the whole item after the write. */
export function set<T>(
  scope: Scope,
  sk: string,
  values: Item,
  condition: Condition = exists,
  initially: Item = {},
): Promise<T> {
  const { Update } = updateAction(scope, sk, values, condition, initially);
  return update(Update as NonNullable<typeof Update>);
}

/** Sets attributes of one item, creating it if it does not exist. */
export function upsert<T>(scope: Scope, sk: string, values: Item): Promise<T> {
  const { Update } = updateAction(scope, sk, values);
  return update(Update as NonNullable<typeof Update>);
}

/** Sets attributes of one item if the condition holds. Returns false if it does not. Retries conflicts. */
export const setIf = async (scope: Scope, sk: string, values: Item, condition: Condition): Promise<boolean> =>
  (await unlessFailed(() => set(scope, sk, values, condition))) !== undefined;

/** Changes an item with an update expression, by default only if it exists. */
export const change = <T>(
  scope: Scope,
  sk: string,
  { expression, values }: Pick<Condition, 'expression' | 'values'>,
  condition: Condition = exists,
): Promise<T> =>
  update({
    TableName: tableName(),
    Key: keyOf(scope, sk),
    UpdateExpression: expression,
    ConditionExpression: condition.expression,
    ExpressionAttributeValues: { ...values, ...condition.values },
  });

/** Like `change`, but returns undefined if the condition fails. Retries conflicts. */
export const changeIf = <T>(...args: Required<Parameters<typeof change<T>>>): Promise<T | undefined> =>
  unlessFailed(() => change<T>(...args));

const unlessFailed = <T>(write: () => Promise<T>): Promise<T | undefined> =>
  retryOnConflict(() =>
    write().catch((error) => {
      if (error instanceof ConditionFailed) return undefined;
      throw error;
    }),
  );

/** The next number of a counter, starting at 1. No two callers get the same number; gaps are possible. */
export async function increment(scope: Scope, sk: string): Promise<number> {
  const { Attributes } = await send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keyOf(scope, sk),
      UpdateExpression: 'ADD drawn :one',
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Attributes?.drawn;
}

async function update<T>(input: ConstructorParameters<typeof UpdateCommand>[0]): Promise<T> {
  const { Attributes } = await send(new UpdateCommand({ ...input, ReturnValues: 'ALL_NEW' })).catch((error) => {
    throw singleWriteError(error);
  });
  return Attributes as T;
}
