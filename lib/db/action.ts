import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { claimKey, keyOf, type Scope, TableName, type TenantId } from './key.ts';

export type Item = Record<string, unknown>;
export type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number] & { drawn?: true };

export type Condition = { expression: string; values?: Record<string, unknown>; names?: Record<string, string> };

const where = ({ expression, values, names }: Condition) => ({
  ConditionExpression: expression,
  ExpressionAttributeValues: values,
  ExpressionAttributeNames: names,
});

const absent = { expression: 'attribute_not_exists(pk)' };

export const replace = (scope: Scope, sk: string, item: Item, condition?: Condition): Action => ({
  Put: { TableName, Item: { ...item, ...keyOf(scope, sk) }, ...(condition && where(condition)) },
});

export const create = (scope: Scope, sk: string, item: Item): Action => replace(scope, sk, item, absent);

/**
 * Creates an item whose id this very request drew. Nobody else can have made it, so finding it there means
 * that our own commit went through and only its answer was lost.
 */
export const createDrawn = (scope: Scope, sk: string, item: Item): Action => ({ ...create(scope, sk, item), drawn: true });

/**
 * Sets some attributes of an item, removes the undefined ones, and leaves the others; `initially`, those that it does not
 * have yet. The condition may speak of the new values: that of `name` is `:name`.
 */
export const update = (scope: Scope, sk: string, set: Item, condition: Condition, initially: Item = {}): Action => {
  const { kept = [], gone = [] } = Object.groupBy(Object.keys(set), (name) => (set[name] === undefined ? 'gone' : 'kept'));
  const sets = kept.map((name) => `#${name} = :${name}`);
  const initials = Object.keys(initially).map((name) => `#${name} = if_not_exists(#${name}, :${name})`);
  const clauses = { SET: [...sets, ...initials], REMOVE: gone.map((name) => `#${name}`) };
  const expression = Object.entries(clauses).flatMap(([verb, parts]) => (parts.length > 0 ? [`${verb} ${parts}`] : []));
  return change(scope, sk, expression.join(' '), { ...initially, ...set }, condition);
};

/** Adds to numbers of an item, whatever they are by then. */
export const add = (scope: Scope, sk: string, numbers: Record<string, number>, condition: Condition): Action =>
  change(scope, sk, `ADD ${Object.keys(numbers).map((name) => `#${name} :${name}`)}`, numbers, condition);

const change = (
  scope: Scope,
  sk: string,
  UpdateExpression: string,
  set: Item,
  { expression, values, names }: Condition,
): Action => ({
  Update: {
    TableName,
    Key: keyOf(scope, sk),
    UpdateExpression,
    ConditionExpression: expression,
    ExpressionAttributeNames: { ...keyed('#', set, (name) => name), ...names },
    ExpressionAttributeValues: { ...keyed(':', set, (name) => set[name]), ...values },
  },
});

const keyed = <T>(sign: string, set: Item, take: (name: string) => T): Record<string, T> =>
  Object.fromEntries(Object.keys(set).map((name) => [sign + name, take(name)]));

/** Lets a commit through only while this holds. */
export const check = (scope: Scope, sk: string, condition: Condition): Action => ({
  ConditionCheck: { TableName, Key: keyOf(scope, sk), ...where(condition), ConditionExpression: condition.expression },
});

export const claim = (kind: 'NAME' | 'HOST', value: string, tenant: TenantId): Action => ({
  Put: {
    TableName,
    Item: { ...claimKey(kind, value), tenant },
    ...where({ expression: 'attribute_not_exists(pk) OR tenant = :tenant', values: { ':tenant': tenant } }),
  },
});

export const release = (kind: 'NAME' | 'HOST', value: string, tenant: TenantId): Action => ({
  Delete: {
    TableName,
    Key: claimKey(kind, value),
    ...where({ expression: 'tenant = :tenant', values: { ':tenant': tenant } }),
  },
});
