import { unavailable } from '../api/errors.ts';

/** Some conditions of a write did not hold; nothing was written. */
export class ConditionFailed extends Error {
  /** The names of the actions whose conditions did not hold. */
  readonly failed: ReadonlySet<string>;
  /** The subjects of these actions, by name. */
  readonly subjects: Readonly<Record<string, readonly string[]>>;

  constructor(failed: Iterable<string>, subjects: Record<string, readonly string[]> = {}) {
    super('a condition failed');
    this.failed = new Set(failed);
    this.subjects = subjects;
  }
}

/** Another request was writing the same items at the same time; nothing was written. */
export class WriteConflict extends Error {}

/** Translates the SDK's error for a write of a single item. */
export const singleWriteError = (error: unknown): unknown =>
  (error as Error).name === 'ConditionalCheckFailedException' ? new ConditionFailed(['item']) : error;

type Cancelled = Error & { CancellationReasons?: { Code?: string }[] };

/** Why each action of a transaction was cancelled. Rethrows every other error. */
export function cancellationReasons(error: unknown): (string | undefined)[] {
  const { CancellationReasons } = error as Cancelled;
  if (!CancellationReasons) throw error;
  const codes = CancellationReasons.map(({ Code }) => Code);
  if (codes.includes('ValidationError')) throw error;
  return codes;
}

/** The error of a transaction that was cancelled for a reason other than failed conditions, or in addition to them. */
export const conflictFrom = (reasons: (string | undefined)[], error: unknown): Error =>
  reasons.includes('TransactionConflict') ? new WriteConflict() : unavailable(error);
