import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { send } from './client.ts';
import { keyOf, type Scope, TableName } from './key.ts';

/** A row of items to read in one direction, and the positions in it from which a later read goes on. */
export type Source<I> = {
  input: Partial<QueryCommandInput>;
  positionOf: (item: I) => string;
  behind: (position: string) => Partial<QueryCommandInput>;
};

type Keyed = { pk: string; sk: string };

/** The items of one kind in a tenant's partition, by their sort keys; `~` sorts behind every character these may have. */
export const partition = <I>(
  scope: Scope,
  prefix: string,
  order: 'ascending' | 'descending',
  { low = '', high = '~' }: { low?: string; high?: string } = {},
): Source<I> => {
  const between = (low: string, high: string): Partial<QueryCommandInput> => ({
    ConsistentRead: true,
    ScanIndexForward: order === 'ascending',
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
    ExpressionAttributeValues: { ':pk': keyOf(scope, '').pk, ':low': prefix + low, ':high': prefix + high },
  });
  return {
    input: between(low, high),
    positionOf: (item) => (item as Keyed).sk.slice(prefix.length),
    // The start key alone would do, but the embedded engine passes over all that lies before it within the bounds.
    behind: (position) => ({
      ...(order === 'ascending' ? between(position, high) : between(low, position)),
      ExclusiveStartKey: keyOf(scope, prefix + position),
    }),
  };
};

type Listed = Keyed & { listed_at: string };

/** What is listed over all tenants, newest first. */
export const listed = <I>(kind: 'TENANTS' | 'AUDIT'): Source<I> => ({
  input: {
    IndexName: 'listed',
    ScanIndexForward: false,
    KeyConditionExpression: 'listed = :kind',
    ExpressionAttributeValues: { ':kind': kind },
  },
  positionOf: (item) => {
    const { listed_at, pk, sk } = item as Listed;
    return [listed_at, pk, sk].join(' ');
  },
  behind: (position) => {
    const [listed_at = '', pk = '', sk = ''] = position.split(' ');
    return { ExclusiveStartKey: { listed: kind, listed_at, pk, sk } };
  },
});

/** What is due by now, the longest due first. */
export const due = (shard: string, now: string): Source<Keyed & { due: string }> => ({
  input: {
    IndexName: 'due',
    KeyConditionExpression: 'due_shard = :shard AND due <= :now',
    ExpressionAttributeValues: { ':shard': shard, ':now': now },
  },
  positionOf: ({ due, pk, sk }) => [due, pk, sk].join(' '),
  behind: (position) => {
    const [at = '', pk = '', sk = ''] = position.split(' ');
    return { ExclusiveStartKey: { due_shard: shard, due: at, pk, sk } };
  },
});

/** Reads on behind `after`; `last` is where the next read goes on, undefined at the end. */
export async function queryPage<I>({ input, positionOf, behind }: Source<I>, after: string | undefined, limit: number) {
  const { Items = [], LastEvaluatedKey } = await send(
    new QueryCommand({
      TableName,
      ...input,
      ...(after !== undefined && behind(after)),
      ...(Number.isFinite(limit) && { Limit: limit }),
    }),
  );
  return { items: Items as I[], last: LastEvaluatedKey && positionOf(LastEvaluatedKey as I) };
}
