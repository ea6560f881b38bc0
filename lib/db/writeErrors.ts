import { unavailable } from '../errors.ts';

/** Some conditions of a write did not hold; nothing was written. */
export class ConditionFailed extends Error {
  readonly failed: ReadonlySet<string>;

  constructor(failed: Iterable<string>) {
    super('a condition failed');
    this.failed = new Set(failed);
  }
}

/** Others were writing the same items at that instant; nothing was written. */
export class Contention extends Error {}

/** What the SDK says of a single write that lost, in our words. */
export function lossOf(error: unknown): unknown {
  const { name } = error as Error;
  if (name === 'ConditionalCheckFailedException') return new ConditionFailed(['item']);
  return name === 'TransactionConflictException' ? new Contention() : error;
}

type Cancelled = Error & { CancellationReasons?: { Code?: string }[] };

/** Why a transaction was cancelled, item by item; any other error is thrown on. */
export function cancellation(error: unknown): (string | undefined)[] {
  const { name, CancellationReasons } = error as Cancelled;
  if (name !== 'TransactionCanceledException' || !CancellationReasons) throw error;
  const codes = CancellationReasons.map(({ Code }) => Code);
  if (codes.includes('ValidationError')) throw error;
  return codes;
}

/** What a transaction that no condition has stopped was stopped by. */
export const contentionIn = (reasons: (string | undefined)[], error: unknown): Error =>
  reasons.includes('TransactionConflict') ? new Contention() : unavailable(error);
