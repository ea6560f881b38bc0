import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Action, type Condition, changeAction, exists, type Item, updateAction } from './action.ts';
import { send } from './client.ts';
import { itemKey, type Partition, tableName } from './key.ts';
import { repeatOnConflict, retryOnConflict } from './retry.ts';
import { ConditionFailed, cancellationReasons, conflictFrom, singleWriteError } from './writeErrors.ts';

/**
 * Writes all of the named actions or none. A failure names the actions whose conditions did not hold. If one of the actions
 * creates an item with a generated ID, a failure proves that nothing was written, whatever happened to earlier responses.
 * `errorOf` chooses the error to throw for it.
 */
export const commit = (actions: Actions, errorOf?: ErrorOf): Promise<void> =>
  repeatOnConflict(() => tryCommit(actions, errorOf));

type ErrorOf = (failure: ConditionFailed) => Error;

/** Actions of the same kind have one name. */
type Actions = Record<string, Action | readonly Action[] | undefined>;

/** Like `commit`, but throws a `WriteConflict` if other transactions hold the items. */
export async function tryCommit(actions: Actions, errorOf: ErrorOf = (failure) => failure): Promise<void> {
  const named = Object.entries(actions).flatMap(([name, some = []]) => [some].flat().map((action) => ({ name, ...action })));
  const TransactItems = named.map(({ name, hasGeneratedId, subject, ...item }) => item);
  try {
    await send(new TransactWriteCommand({ TransactItems }));
  } catch (error) {
    const reasons = cancellationReasons(error);
    const failed = named.filter((_, i) => reasons[i] === 'ConditionalCheckFailed');
    if (failed.some(({ hasGeneratedId }) => hasGeneratedId)) return;
    // Any other reason may hide that our own item exists.
    const isDecided = reasons.every((reason = 'None') => ['None', 'ConditionalCheckFailed'].includes(reason));
    throw isDecided ? errorOf(conditionFailed(failed)) : conflictFrom(reasons, error);
  }
}

function conditionFailed(failed: { name: string; subject?: string }[]) {
  const byName = Object.entries(Object.groupBy(failed, ({ name }) => name));
  const subjects = byName.map(([name, actions = []]) => [name, actions.flatMap(({ subject = [] }) => subject)]);
  return new ConditionFailed(
    failed.map(({ name }) => name),
    Object.fromEntries(subjects),
  );
}

/** Puts one item without a transaction, at half the cost. Not safe to retry after a lost response. */
export async function put({ Put }: Action): Promise<void> {
  await send(new PutCommand(Put as NonNullable<typeof Put>)).catch((error) => {
    throw singleWriteError(error);
  });
}

/** Sets attributes of one item, by default only if it exists. Returns the whole item after the write. */
export const set = <T>(partition: Partition, sk: string, values: Item, condition: Condition = exists): Promise<T> =>
  update(updateAction(partition, sk, values, condition));

/** Sets attributes of one item, creating it if it does not exist. */
export const upsert = <T>(partition: Partition, sk: string, values: Item): Promise<T> =>
  update(updateAction(partition, sk, values));

/** Sets attributes of one item if the condition holds. Returns false if it does not. Retries conflicts. */
export const setIf = async (partition: Partition, sk: string, values: Item, condition: Condition): Promise<boolean> =>
  (await unlessFailed(() => set(partition, sk, values, condition))) !== undefined;

/** Changes an item with an update expression, by default only if it exists. */
export const change = <T>(
  partition: Partition,
  sk: string,
  changes: Parameters<typeof changeAction>[2],
  condition: Condition = exists,
): Promise<T> => update(changeAction(partition, sk, changes, condition));

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
export async function increment(partition: Partition, sk: string): Promise<number> {
  const { Attributes } = await send(
    new UpdateCommand({
      TableName: tableName(),
      Key: itemKey(partition, sk),
      UpdateExpression: 'ADD drawn :one',
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Attributes?.drawn;
}

async function update<T>({ Update }: Action): Promise<T> {
  const command = new UpdateCommand({ ...(Update as NonNullable<typeof Update>), ReturnValues: 'ALL_NEW' });
  const { Attributes } = await send(command).catch((error) => {
    throw singleWriteError(error);
  });
  return Attributes as T;
}
