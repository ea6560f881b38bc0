import { isDeepStrictEqual } from 'node:util';
import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { claimKey } from '../../../lib/db/key.ts';
import { kindOf, type StoredKind } from '../../storedKinds.ts';
import { type Item, laterOf } from './laterOf.ts';

/** An item of the old table that the new one lacks, or has in another state. */
export type Difference = { kind: StoredKind; old: Item; current: Item | undefined };

export type Tables = { documents: DynamoDBDocumentClient; old: string; current: string };

/** These follow from other items, expire within a day, or differ in every table. */
const ignored: StoredKind[] = ['search key', 'cached rates', 'request count', 'index check', 'order counter'];

const platformPartitions = ['PLATFORM#KEY', 'PLATFORM#IDEM', 'PLATFORM#AUDIT'];

/** The changes in the old table that the new one lacks, partition by partition. Reads both tables in full. */
export async function* differences(tables: Tables): AsyncGenerator<Difference> {
  for (const pk of platformPartitions) yield* differencesIn(tables, pk);
  for (const tenant of await tenantsIn(tables)) {
    yield* claimDifferences(tables, `T#${tenant}`);
    yield* differencesIn(tables, `T#${tenant}`);
  }
}

/** The tenants of both tables. */
export async function tenantsIn({ documents, old, current }: Tables): Promise<Set<string>> {
  const found = new Set<string>();
  for (const TableName of [old, current]) {
    const KeyConditionExpression = 'listed = :tenants';
    const input = { TableName, IndexName: 'listed', KeyConditionExpression };
    const pages = paginateQuery({ client: documents }, { ...input, ExpressionAttributeValues: { ':tenants': 'TENANTS' } });
    for await (const { Items = [] } of pages) for (const { pk } of Items) found.add(pk.slice('T#'.length));
  }
  return found;
}

async function* differencesIn({ documents, old, current }: Tables, pk: string): AsyncGenerator<Difference> {
  const others = itemsOf(documents, current, pk);
  let other = await others.next();
  for await (const item of itemsOf(documents, old, pk)) {
    while (!other.done && asStored(other.value.sk, item.sk) < 0) other = await others.next();
    const same = !other.done && other.value.sk === item.sk ? other.value : undefined;
    const kind = kindOf(item);
    if (!kind || ignored.includes(kind) || isSame(item, same)) continue;
    if (!same || laterOf(kind, item, same) !== 'current') yield { kind, old: item, current: same };
  }
}

export async function* itemsOf(client: DynamoDBDocumentClient, TableName: string, pk: string): AsyncGenerator<Item> {
  const condition = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
  for await (const { Items = [] } of paginateQuery({ client }, { TableName, ConsistentRead: true, ...condition })) {
    yield* Items as Item[];
  }
}

/** DynamoDB sorts text by its bytes. */
const asStored = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Fields that follow from traffic: the day a key was last used, and the health of a receiver. */
const volatile = [
  ...[
    'last_used',
    'last_success',
    'last_failure',
    'failures',
    'failures_in_a_row',
    'slow',
    'slow_in_a_row',
    'rests',
    'rest_until',
  ],
  ...['tests', 'tests_since', 'looked', 'slot_1', 'slot_2', 'slot_3', 'slot_4', 'slot_5'],
];

function lasting(item: Item): object {
  const isWebhook = kindOf(item) === 'webhook';
  const ignored = isWebhook ? [...volatile, 'due', 'due_shard'] : volatile;
  return Object.fromEntries(Object.entries(item).filter(([name]) => !ignored.includes(name)));
}

const isSame = (a: Item, b: Item | undefined) => b !== undefined && isDeepStrictEqual(lasting(a), lasting(b));

/** The claims that a tenant holds only in the old table. They are not in its partition. */
async function* claimDifferences(tables: Tables, pk: string): AsyncGenerator<Difference> {
  const tenant = await itemIn(tables, tables.old, { pk, sk: 'TENANT' });
  if (!tenant) return;
  const { name, store_host: host } = JSON.parse(tenant.json as string);
  const keys = [claimKey('NAME', name), ...(host ? [claimKey('HOST', host), claimKey('HOST', `www.${host}`)] : [])];
  for (const key of keys) {
    const old = await itemIn(tables, tables.old, key);
    const current = await itemIn(tables, tables.current, key);
    if (old && !isSame(old, current)) yield { kind: 'name or host claim', old, current };
  }
}

export async function itemIn({ documents }: Tables, TableName: string, { pk, sk }: { pk: string; sk: string }) {
  const { Item } = await documents.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }));
  return Item as Item | undefined;
}
