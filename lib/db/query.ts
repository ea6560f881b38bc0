import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { send } from './client.ts';
import { itemKey, type Partition, tableName } from './key.ts';

/** Items to read in one direction, and how to continue after one of them. */
export type Source<I> = {
  input: Partial<QueryCommandInput>;
  /** The attributes to fetch; all if left out. */
  attributes?: readonly (keyof I & string)[];
  positionOf: (item: I) => string;
  startAfter: (position: string) => Partial<QueryCommandInput>;
};

type Keyed = { pk: string; sk: string };

type Order = 'ascending' | 'descending';

/** Reads a range of a partition by its sort key, or by that of an index with the same name. */
const between = (
  partition: Partition,
  key: 'sk' | 'changed' | 'unfinished',
  low: string,
  high: string,
  order: Order,
): Partial<QueryCommandInput> => ({
  ...(key !== 'sk' && { IndexName: key }),
  ScanIndexForward: order === 'ascending',
  KeyConditionExpression: `pk = :pk AND ${key} BETWEEN :low AND :high`,
  ExpressionAttributeValues: { ':pk': itemKey(partition, '').pk, ':low': low, ':high': high },
});

/** The items of one kind in a tenant's partition, by sort key. `~` sorts after every ASCII character. */
export const itemsIn = <I>(
  partition: Partition,
  prefix: string,
  order: Order,
  { low = '', high = '~', isConsistent = true }: { low?: string; high?: string; isConsistent?: boolean } = {},
): Source<I> => {
  const within = (low: string, high: string) => ({
    ...between(partition, 'sk', prefix + low, prefix + high, order),
    ConsistentRead: isConsistent,
  });
  return {
    input: within(low, high),
    positionOf: (item) => (item as Keyed).sk.slice(prefix.length),
    // The start key alone would suffice, but the embedded engine reads all items in the range before it.
    startAfter: (position) => ({
      ...(order === 'ascending' ? within(position, high) : within(low, position)),
      ExclusiveStartKey: itemKey(partition, prefix + position),
    }),
  };
};

/** The position in a forged cursor does not fit the list. */
export class InvalidPosition extends Error {}

function partsOf<Parts extends string[]>(position: string, count: number): Parts {
  const parts = position.split(' ');
  // DynamoDB rejects an empty key by itself, but the embedded engine does not.
  if (parts.length !== count || parts.includes('')) throw new InvalidPosition();
  return parts as Parts;
}

type Listed = Keyed & { listed_at: string };

/** The items of one kind across all tenants, newest first. `0` sorts before every ID, `~` after. */
export const listed = <I>(
  kind: 'TENANTS' | 'AUDIT',
  { low = '0', high = '~' }: { low?: string; high?: string } = {},
): Source<I> => ({
  input: {
    IndexName: 'listed',
    ScanIndexForward: false,
    KeyConditionExpression: 'listed = :kind AND listed_at BETWEEN :low AND :high',
    ExpressionAttributeValues: { ':kind': kind, ':low': low, ':high': high },
  },
  positionOf: (item) => {
    const { listed_at, pk, sk } = item as Listed;
    return [listed_at, pk, sk].join(' ');
  },
  startAfter: (position) => {
    const [listed_at, pk, sk] = partsOf<[string, string, string]>(position, 3);
    return { ExclusiveStartKey: { listed: kind, listed_at, pk, sk } };
  },
});

type Changed = Keyed & { changed: string };

/** The tenant's orders by the time of their last change, oldest first. `changed` is that time and the number. */
export const changed = (partition: Partition, from: string, to: string): Source<Changed> => ({
  input: between(partition, 'changed', from, `${to}~`, 'ascending'),
  attributes: ['sk', 'changed'],
  ...positionInChanged(partition),
});

/** The same orders, latest change first, with what the index holds besides its keys. */
export const latestChanged = <I extends Changed>(partition: Partition, from: string): Source<I> => {
  const { positionOf, startAfter } = positionInChanged(partition);
  const upTo = (to: string) => between(partition, 'changed', from, to, 'descending');
  return {
    input: upTo('~'),
    positionOf,
    startAfter: (position) => ({ ...upTo(position), ...startAfter(position) }),
  };
};

const positionInChanged = (partition: Partition) => ({
  positionOf: ({ changed, sk }: Changed) => `${changed} ${sk}`,
  startAfter: (position: string) => {
    const [at, sk] = partsOf<[string, string]>(position, 2);
    return { ExclusiveStartKey: { ...itemKey(partition, sk), changed: at } };
  },
});

/**
 * The tenant's orders that have something left to do, by number. `unfinished` is the number and what is left. That can change, so
 * a position is the number alone. An order can appear twice while the index catches up.
 */
export const unfinished = (
  partition: Partition,
  order: Order,
  { low = '0', high = '~' }: { low?: string | undefined; high?: string | undefined } = {},
): Source<Keyed & { unfinished: string }> => {
  const within = (low: string, high: string) => between(partition, 'unfinished', low, high, order);
  return {
    input: within(low, `${high}~`),
    positionOf: ({ unfinished }) => unfinished.split('#')[0] as string,
    startAfter: (position) => (order === 'ascending' ? within(`${position}~`, `${high}~`) : within(low, position)),
  };
};

/** The items of a shard that are due, longest overdue first. */
export const due = (shard: string, now: string): Source<Keyed & { due: string }> => ({
  input: {
    IndexName: 'due',
    KeyConditionExpression: 'due_shard = :shard AND due <= :now',
    ExpressionAttributeValues: { ':shard': shard, ':now': now },
  },
  positionOf: ({ due, pk, sk }) => [due, pk, sk].join(' '),
  startAfter: (position) => {
    const [at, pk, sk] = partsOf<[string, string, string]>(position, 3);
    return { ExclusiveStartKey: { due_shard: shard, due: at, pk, sk } };
  },
});

/** Reads the items after position `after`. `last` is the position to continue from, undefined at the end. */
export async function queryPage<I>(source: Source<I>, after: string | undefined, limit: number) {
  const { input, attributes, positionOf, startAfter } = source;
  const { Items = [], LastEvaluatedKey } = await send(
    new QueryCommand({
      TableName: tableName(),
      ...input,
      ...(after !== undefined && startAfter(after)),
      ...(Number.isFinite(limit) && { Limit: limit }),
      ...(attributes && projectionOf(attributes)),
    }),
  );
  const items = Items as I[];
  return { items, last: LastEvaluatedKey && positionOf(LastEvaluatedKey as I) };
}

/** Reads all items, page by page. */
export async function* pagesOf<I>(source: Source<I>, limit = Number.POSITIVE_INFINITY) {
  let position: string | undefined;
  do {
    const page = await queryPage(source, position, limit);
    yield page;
    position = page.last;
  } while (position !== undefined);
}

/** Fetches these attributes only. A read costs the same, but less is sent and parsed. */
export const projectionOf = (names: readonly string[]) => ({
  ProjectionExpression: names.map((name) => `#${name}`).join(),
  ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
});
