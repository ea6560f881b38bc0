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
