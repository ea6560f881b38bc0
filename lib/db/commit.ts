import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Action } from './action.ts';
import { send } from './client.ts';
import { ConditionFailed, cancellation, contentionIn } from './writeErrors.ts';

/** Writes all of the named actions or none. */
export async function commit(actions: Record<string, Action | undefined>): Promise<void> {
  const named = Object.entries(actions).filter((entry): entry is [string, Action] => entry[1] !== undefined);
  const TransactItems = named.map(([, { drawn, ...item }]) => item);
  try {
    await send(new TransactWriteCommand({ TransactItems }));
  } catch (error) {
    const reasons = cancellation(error);
    const failed = named.filter((_, i) => reasons[i] === 'ConditionalCheckFailed');
    if (failed.some(([, { drawn }]) => drawn)) return;
    if (failed.length > 0) throw new ConditionFailed(failed.map(([name]) => name));
    throw contentionIn(reasons, error);
  }
}
