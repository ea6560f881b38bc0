import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unavailable } from '../errors.ts';
import { send } from './client.ts';
import { claimKey, keyOf, type Scope, TableName, type TenantId } from './key.ts';

export type Item = Record<string, unknown>;
export type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number] & { drawn?: true };

type Condition = { expression: string; values?: Record<string, unknown>; names?: Record<string, string> };

const guard = (condition?: Condition) =>
  condition && {
    ConditionExpression: condition.expression,
    ExpressionAttributeValues: condition.values,
    ExpressionAttributeNames: condition.names,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };

/** Sets some attributes of an item and leaves the others; an undefined one is removed. */
export const update = (scope: Scope, sk: string, set: Item, condition: Condition): Action => {
  const names = Object.keys(set);
  const clause = (verb: string, parts: string[]) => (parts.length > 0 ? `${verb} ${parts.join(', ')}` : '');
  const kept = names.filter((name) => set[name] !== undefined);
  const removed = names.filter((name) => set[name] === undefined);
  const sets = clause(
    'SET',
    kept.map((name) => `#${name} = :${name}`),
  );
  return {
    Update: {
      TableName,
      Key: keyOf(scope, sk),
      UpdateExpression: `${sets} ${clause(
        'REMOVE',
        removed.map((name) => `#${name}`),
      )}`.trim(),
      ConditionExpression: condition.expression,
      ExpressionAttributeNames: { ...Object.fromEntries(names.map((name) => [`#${name}`, name])), ...condition.names },
      ExpressionAttributeValues: { ...Object.fromEntries(kept.map((name) => [`:${name}`, set[name]])), ...condition.values },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

/** Lets a commit through only while this holds. */
export const check = (scope: Scope, sk: string, condition: Condition): Action => ({
  ConditionCheck: {
    TableName,
    Key: keyOf(scope, sk),
    ConditionExpression: condition.expression,
    ExpressionAttributeNames: condition.names,
    ExpressionAttributeValues: condition.values,
  },
});

const absent = { expression: 'attribute_not_exists(pk)' };

export const replace = (scope: Scope, sk: string, item: Item, condition: Condition): Action => ({
  Put: { TableName, Item: { ...item, ...keyOf(scope, sk) }, ...guard(condition) },
});

export const create = (scope: Scope, sk: string, item: Item): Action => replace(scope, sk, item, absent);

/**
 * Creates an item whose id this very request drew. Nobody else can have made it, so finding it there means
 * that our own commit went through and only its answer was lost.
 */
export const createDrawn = (scope: Scope, sk: string, item: Item): Action => ({ ...create(scope, sk, item), drawn: true });

export const claim = (kind: 'NAME' | 'HOST', value: string, tenant: TenantId): Action => ({
  Put: {
    TableName,
    Item: { ...claimKey(kind, value), tenant },
    ...guard({ expression: 'attribute_not_exists(pk) OR tenant = :tenant', values: { ':tenant': tenant } }),
  },
});

export const release = (kind: 'NAME' | 'HOST', value: string, tenant: TenantId): Action => ({
  Delete: {
    TableName,
    Key: claimKey(kind, value),
    ...guard({ expression: 'tenant = :tenant', values: { ':tenant': tenant } }),
  },
});

/** Some conditions of a commit did not hold; nothing was written. */
export class ConditionFailed extends Error {
  readonly failed: ReadonlySet<string>;

  constructor(failed: ReadonlySet<string>) {
    super(`condition failed: ${[...failed].join(', ')}`);
    this.failed = failed;
  }
}

/** Others were writing the same items at that instant; nothing was written. */
export class Contention extends Error {}

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
    if (failed.length > 0) throw new ConditionFailed(new Set(failed.map(([name]) => name)));
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
