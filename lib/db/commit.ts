import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unavailable } from '../errors.ts';
import type { Action } from './action.ts';
import { send } from './client.ts';
import { ConditionFailed, Contention } from './lost.ts';

/** Writes all of the named actions or none. */
export async function commit(actions: Record<string, Action | undefined>): Promise<void> {
  const named = Object.entries(actions).filter((entry): entry is [string, Action] => entry[1] !== undefined);
  const TransactItems = named.map(([, { drawn, ...item }]) => item);
  try {
    await send(new TransactWriteCommand({ TransactItems }));
  } catch (error) {
    const reasons = cancellation(error);
    const failed = named.filter((_, i) => reasons[i]?.Code === 'ConditionalCheckFailed');
    if (failed.some(([, { drawn }]) => drawn)) return;
    if (failed.length > 0) throw new ConditionFailed(failed.map(([name]) => name));
    if (reasons.some(({ Code }) => Code === 'TransactionConflict')) throw new Contention();
    throw unavailable(error);
  }
}

function cancellation(error: unknown): { Code?: string }[] {
  const { name, CancellationReasons } = error as { name: string; CancellationReasons?: { Code?: string }[] };
  if (name !== 'TransactionCanceledException' || !CancellationReasons) throw error;
  if (CancellationReasons.some(({ Code }) => Code === 'ValidationError')) throw error;
  return CancellationReasons;
}
