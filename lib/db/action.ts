import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { claimKey, itemKey, type Partition, type TenantId, tableName } from './key.ts';

export type Item = Record<string, unknown>;

/** One write of a transaction. */
export type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number] & {
  /** Marks an item whose ID this request generated. */
  hasGeneratedId?: true;
  /** What the write is about, such as a SKU, so that a failure can name it. */
  subject?: string;
};

export type Condition = { expression: string; values?: Record<string, unknown>; names?: Record<string, string> };

const where = ({ expression, values, names }: Condition) => ({
  ConditionExpression: expression,
  ExpressionAttributeValues: values,
  ExpressionAttributeNames: names,
});

export const exists: Condition = { expression: 'attribute_exists(pk)' };
const absent: Condition = { expression: 'attribute_not_exists(pk)' };

/** Holds if an item still has the revision with which it was loaded, or is still missing if it was. */
export const asLoaded = (item: { revision: number } | undefined): Condition =>
  item ? { expression: 'revision = :loaded', values: { ':loaded': item.revision } } : absent;

export const putAction = (partition: Partition, sk: string, item: Item, condition?: Condition): Action => ({
  Put: { TableName: tableName(), Item: { ...item, ...itemKey(partition, sk) }, ...(condition && where(condition)) },
});

export const createAction = (partition: Partition, sk: string, item: Item): Action => putAction(partition, sk, item, absent);

/**
 * Creates an item whose ID this request generated. No other request can have created it, so if it exists,
 * our own commit succeeded and only its response was lost.
 */
export const createGeneratedAction = (partition: Partition, sk: string, item: Item): Action => ({
  ...createAction(partition, sk, item),
  hasGeneratedId: true,
});

/**
 * Sets the given attributes, removes those that are undefined, and keeps all others. `initially` sets attributes that
 * the item does not have yet. The condition may refer to the new values: the new value of `name` is `:name`.
 */
export const updateAction = (
  partition: Partition,
  sk: string,
  set: Item,
  condition?: Condition,
  initially: Item = {},
): Action => {
  const { kept = [], removed = [] } = Object.groupBy(Object.keys(set), (name) =>
    set[name] === undefined ? 'removed' : 'kept',
  );
  const sets = kept.map((name) => `#${name} = :${name}`);
  const defaults = Object.keys(initially).map((name) => `#${name} = if_not_exists(#${name}, :${name})`);
  const clauses = { SET: [...sets, ...defaults], REMOVE: removed.map((name) => `#${name}`) };
  const expression = Object.entries(clauses).flatMap(([verb, parts]) => (parts.length > 0 ? [`${verb} ${parts}`] : []));
  return updateWith(partition, sk, expression.join(' '), { ...initially, ...set }, condition);
};

/** Adds to numeric attributes, relative to their values when the write runs. */
export const addAction = (partition: Partition, sk: string, numbers: Record<string, number>, condition: Condition): Action =>
  updateWith(partition, sk, `ADD ${Object.keys(numbers).map((name) => `#${name} :${name}`)}`, numbers, condition);

/** Changes an item with an update expression. The condition can use the same values. */
export const changeAction = (
  partition: Partition,
  sk: string,
  { expression, values }: Pick<Condition, 'expression' | 'values'>,
  condition: Condition,
): Action => ({
  Update: {
    TableName: tableName(),
    Key: itemKey(partition, sk),
    UpdateExpression: expression,
    ConditionExpression: condition.expression,
    ExpressionAttributeValues: { ...values, ...condition.values },
  },
});

const updateWith = (
  partition: Partition,
  sk: string,
  UpdateExpression: string,
  set: Item,
  { expression, values, names }: Partial<Condition> = {},
): Action => ({
  Update: {
    TableName: tableName(),
    Key: itemKey(partition, sk),
    UpdateExpression,
    ConditionExpression: expression,
    ExpressionAttributeNames: { ...prefixed('#', set, (name) => name), ...names },
    ExpressionAttributeValues: { ...prefixed(':', set, (name) => set[name]), ...values },
  },
});

const prefixed = <T>(sign: string, set: Item, pick: (name: string) => T): Record<string, T> =>
  Object.fromEntries(Object.keys(set).map((name) => [sign + name, pick(name)]));

/** Writes nothing, but makes the commit fail unless the condition holds. */
export const checkAction = (partition: Partition, sk: string, condition: Condition): Action => ({
  ConditionCheck: { TableName: tableName(), Key: itemKey(partition, sk), ...where(condition) },
});

export const deleteAction = (partition: Partition, sk: string, condition?: Condition): Action => ({
  Delete: { TableName: tableName(), Key: itemKey(partition, sk), ...(condition && where(condition)) },
});

export const claimAction = (kind: 'NAME' | 'HOST', value: string, tenant: TenantId): Action => ({
  subject: value,
  Put: {
    TableName: tableName(),
    Item: { ...claimKey(kind, value), tenant },
    ...where({ expression: 'attribute_not_exists(pk) OR tenant = :tenant', values: { ':tenant': tenant } }),
  },
});

export const releaseAction = (kind: 'NAME' | 'HOST', value: string, tenant: TenantId): Action => ({
  subject: value,
  Delete: {
    TableName: tableName(),
    Key: claimKey(kind, value),
    ...where({ expression: 'tenant = :tenant', values: { ':tenant': tenant } }),
  },
});
