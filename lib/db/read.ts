import { BatchGetCommand, type BatchGetCommandOutput, GetCommand, TransactGetCommand } from '@aws-sdk/lib-dynamodb';
import { unavailable } from '../api/errors.ts';
import { send } from './client.ts';
import { claimKey, itemKey, type Partition, type TenantId, tableName } from './key.ts';
import { projectionOf } from './query.ts';
import { cancellationReasons, conflictFrom } from './writeErrors.ts';

/** The most items that one batch can read by their keys. */
export const maxFound = 100;

/** Reads one item, consistently: all of it, or some attributes. */
export const find = <T>(partition: Partition, sk: string, attributes?: readonly (keyof T & string)[]) =>
  read<T>(itemKey(partition, sk), attributes);

/** The tenant that has claimed a name or a host. */
export async function findClaimant(kind: 'NAME' | 'HOST', value: string): Promise<TenantId | undefined> {
  return (await read<{ tenant: TenantId }>(claimKey(kind, value)))?.tenant;
}

async function read<T>(Key: { pk: string; sk: string }, attributes?: readonly string[]) {
  const projection = attributes && projectionOf(attributes);
  const { Item } = await send(new GetCommand({ TableName: tableName(), Key, ConsistentRead: true, ...projection }));
  return Item as T | undefined;
}

/**
 * Reads up to 100 items by sort key, consistently and in one call. Missing items are left out. If only some attributes are
 * fetched, they must include `sk`.
 */
export async function findMany<T>(
  partition: Partition,
  sks: readonly string[],
  attributes?: readonly (keyof T & string)[],
): Promise<Map<string, T>> {
  const options = { ConsistentRead: true, ...(attributes && projectionOf(attributes)) };
  const found = new Map<string, T>();
  let Keys: Record<string, string>[] | undefined = sks.map((sk) => itemKey(partition, sk));
  for (let call = 0; Keys?.length; call++) {
    if (call === 3) throw unavailable();
    const command = new BatchGetCommand({ RequestItems: { [tableName()]: { Keys, ...options } } });
    const { Responses, UnprocessedKeys }: BatchGetCommandOutput = await send(command);
    for (const item of Responses?.[tableName()] ?? []) found.set(item.sk, item as T);
    Keys = UnprocessedKeys?.[tableName()]?.Keys;
  }
  return found;
}

/** Reads items of different kinds in one call. Missing ones are undefined, and so are those without a key. */
export async function findEach<Kinds extends unknown[]>(
  partition: Partition,
  ...sks: { [K in keyof Kinds]: string | undefined }
): Promise<{ [K in keyof Kinds]: Kinds[K] | undefined }> {
  const items = await findMany<unknown>(
    partition,
    sks.flatMap((sk) => sk ?? []),
  );
  return sks.map((sk) => sk && items.get(sk)) as { [K in keyof Kinds]: Kinds[K] | undefined };
}

/** Reads up to 100 items as a consistent snapshot, unlike `findMany`. Costs twice as much and can conflict with a write. */
export async function findSnapshot<T>(partition: Partition, sks: readonly string[]): Promise<Map<string, T>> {
  const TransactItems = sks.map((sk) => ({ Get: { TableName: tableName(), Key: itemKey(partition, sk) } }));
  try {
    const { Responses = [] } = await send(new TransactGetCommand({ TransactItems }));
    return new Map(Responses.flatMap(({ Item }) => (Item ? [[Item.sk, Item as T]] : [])));
  } catch (error) {
    throw conflictFrom(cancellationReasons(error), error);
  }
}
