import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { maxFound } from '../../../lib/db/read.ts';
import { orderKey } from '../../../lib/order/orderItem.ts';
import { batchesOf } from '../../../lib/values/batches.ts';
import { isObject } from '../../../lib/values/json.ts';
import { kindOf, type StoredKind, storedKinds } from '../../storedKinds.ts';
import { type Item, type ItemKey, readPages } from './readPages.ts';

/** The old table, the new one, and the two kinds of clients for both. */
export type Tables = { client: DynamoDB; documents: DynamoDBDocument; source: string; target: string };

/** An item of the old table that the new one lacks, or has in another state. */
export type Difference = { kind: StoredKind; old: Item; current: Item | undefined };

/** These follow from other items, expire within a day, or differ in every table. */
const ignored: StoredKind[] = [
  'search key',
  'e-mail claim',
  'name or host claim',
  'cached rates',
  'request count',
  'recent actions',
  'index check',
  'order counter',
];

const compared = (Object.keys(storedKinds) as StoredKind[]).filter((kind) => !ignored.includes(kind));

/**
 * Calls `use` for each change in the old table that the new one lacks. Reads every item that it compares, in both tables: not
 * every kind has the time of its last change, and an order's `changed` skips changes that callers cannot see.
 */
export async function eachDifference(tables: Tables, use: (difference: Difference) => Promise<void>): Promise<void> {
  await readPages(tables.documents, tables.source, compared, async (items) => {
    const others = await findItems(tables, tables.target, items);
    for (const old of items) {
      const [kind, current] = [kindOf(old) as StoredKind, others.get(old.pk + old.sk)];
      if (!current || (!isSame(old, current) && laterOf(kind, old, current) !== 'current')) await use({ kind, old, current });
    }
  });
}

/** What callers can take away, and would be back. */
const removable: StoredKind[] = ['tenant', 'webhook'];

/** The items of the new table that were removed from the old one. */
export async function removedSince(tables: Tables): Promise<LostChange[]> {
  const removed: LostChange[] = [];
  await readPages(tables.documents, tables.target, removable, async (items) => {
    const others = await findItems(tables, tables.source, items);
    for (const { pk, sk, ...current } of items.filter((item) => !others.has(item.pk + item.sk))) {
      const kind = kindOf({ sk }) as StoredKind;
      const what = kind === 'tenant' ? `${current.name} was deleted` : `${sk.split('#')[1]} was removed`;
      removed.push({ kind, pk, sk, change: 'removed', copy: false, what, seen: '' });
    }
  });
  const deleted = new Set(removed.filter(({ kind }) => kind === 'tenant').map(({ pk }) => pk));
  return removed.filter(({ kind, pk }) => kind === 'tenant' || !deleted.has(pk));
}

/** The items of a table with these keys, by partition and sort key. */
export async function findItems(tables: Tables, table: string, keys: readonly ItemKey[]): Promise<Map<string, Item>> {
  const found = await Promise.all(batchesOf(keys, maxFound).map((batch) => findBatch(tables, table, batch)));
  return new Map(found.flat().map((item) => [item.pk + item.sk, item]));
}

/** DynamoDB can leave some of a batch for later. */
async function findBatch({ documents }: Tables, table: string, keys: readonly ItemKey[]): Promise<Item[]> {
  const found: Item[] = [];
  let rest = keys.map(({ pk, sk }): Record<string, unknown> => ({ pk, sk }));
  while (rest.length > 0) {
    const RequestItems = { [table]: { Keys: rest, ConsistentRead: true } };
    const { Responses, UnprocessedKeys } = await documents.batchGet({ RequestItems });
    found.push(...((Responses?.[table] ?? []) as Item[]));
    rest = UnprocessedKeys?.[table]?.Keys ?? [];
  }
  return found;
}

export const findItem = async (tables: Tables, table: string, key: ItemKey): Promise<Item | undefined> =>
  (await findItems(tables, table, [key])).get(key.pk + key.sk);

/** Fields that follow from traffic: the day a key was last used, and the state of webhook calls. */
const volatile = `
  last_used last_success last_failure failures failures_in_a_row slow_in_a_row back_offs back_off_until
  last_duration_ms found_none slot_1 slot_2 slot_3 slot_4 slot_5 lease rung woken failing_since rejected
`
  .trim()
  .split(/\s+/);

export function isSame(a: Item, b: Item): boolean {
  const ignored = kindOf(a) === 'webhook' ? [...volatile, 'due', 'due_shard'] : volatile;
  const lasting = (item: Item) => Object.fromEntries(Object.entries(item).filter(([name]) => !ignored.includes(name)));
  return isDeepStrictEqual(lasting(a), lasting(b));
}

/**
 * Which of two states of an item is the later one. `both` changed if neither follows from the other. Right after a restore, the
 * old one is. It need not be if the new table has served requests.
 */
function laterOf(kind: StoredKind, old: Item, current: Item): 'old' | 'current' | 'both' {
  if (kind === 'key') return current.revoked ? 'current' : 'old';
  if (kind === 'delivery') {
    const [restarted, before] = [old, current].map((item) => String(item.restarted ?? '')) as [string, string];
    if (restarted !== before) return restarted > before ? 'old' : 'current';
    const isLater = old.state === 'delivered' || Number(old.tries) > Number(current.tries);
    return isLater && current.state !== 'delivered' ? 'old' : 'current';
  }
  // A follower that continues from its older position sends the rest again.
  if (kind === 'position') return 'current';
  if (kind !== 'order') return 'both';
  if (follows(old, current)) return 'old';
  return follows(current, old) ? 'current' : 'both';
}

/** The history of a later state contains the latest change of the earlier one, perhaps without values that were erased since. */
function follows(later: Item, earlier: Item): boolean {
  const entriesOf = ({ internal }: Item): string[] =>
    (JSON.parse(internal as string).history?.entries ?? []).map(([time, version]: unknown[]) => `${time} ${version}`);
  const latest = entriesOf(earlier).at(-1);
  const isKnown = latest === undefined || entriesOf(later).includes(latest);
  return isKnown && Number(later.revision) > Number(earlier.revision) && Number(later.version) >= Number(earlier.version);
}

/** A change that was made after the restored time, as the list shows it. */
export type LostChange = ItemKey & {
  kind: StoredKind;
  change: 'new' | 'changed' | 'removed';
  /** Whether `--copy` can repeat it in the new table. */
  copy: boolean;
  what: string;
  /** Identifies the state of the item in the new table. A copy is rejected if that state has changed since. */
  seen: string;
  /** A client repeated its request, so another order has taken this one's place. */
  replaces?: { order: string; by: string };
};

/** Changes to other items are not copied, because one may be what the restore should undo, such as a wrong price. */
const copiedIfChanged: StoredKind[] = ['order', 'delivery'];

export function lostChange({ kind, old, current }: Difference): LostChange {
  const { pk, sk } = old;
  const isRecord = kind === 'idempotency record' && !isStockRecord(old);
  // Audit entries describe what happened in the old table, so they stay there.
  const isCopied = kind !== 'audit entry' && (kind !== 'idempotency record' || isRecord);
  const isLater = current && copiedIfChanged.includes(kind) && laterOf(kind, old, current) === 'old';
  return {
    ...{ kind, pk, sk, change: current ? 'changed' : 'new' },
    copy: current ? Boolean(isLater) : isCopied,
    what: textOf(kind, old, current),
    seen: fingerprint(current),
    ...(isRecord && current && { replaces: { order: pk + orderKey(String(old.outcome)), by: String(current.outcome) } }),
  };
}

/**
 * The outcome of a stock adjustment is the SKU. A copy would answer a repeated request as if the stock had been adjusted here
 * too.
 */
const isStockRecord = ({ outcome, entry }: Item) => entry !== undefined || !/^(\d+$|(ten|usr|key)_)/.test(String(outcome));

export const fingerprint = (item: Item | undefined): string =>
  item ? hash('sha256', JSON.stringify(Object.entries(item).sort()), 'base64url').slice(0, 22) : '';

function textOf(kind: StoredKind, old: Item, current: Item | undefined): string {
  if (kind === 'order') return orderText(old, current);
  if (kind === 'delivery') return `${old.id} of order ${old.order}: ${current ? `${current.state}, then ` : ''}${old.state}`;
  if (kind === 'key') return `${old.id}, ${old.label ?? 'without a label'}`;
  if (kind === 'key secrets')
    return 'if a secret was added since the restored time, issue again the keys that were made after it; if secrets were dropped, drop them again';
  if (kind === 'audit entry') return JSON.parse(old.json as string).operation;
  if (kind !== 'idempotency record') return current ? fieldsText(current, old) : String(old.sku ?? old.name ?? old.sk);
  if (current && isStockRecord(old)) return `${old.outcome} was adjusted in both tables: count its stock`;
  return `outcome ${old.outcome}${current ? `, now ${current.outcome}` : ''}`;
}

type Order = { number: string; total: number; payments: { id: string; total: number }[] };

function orderText(old: Item, current: Item | undefined): string {
  const order: Order = JSON.parse(old.json as string);
  const before: Order | undefined = current && JSON.parse(current.json as string);
  const known = before?.payments.map(({ id }) => id) ?? [];
  const payments = order.payments.filter(({ id }) => !known.includes(id)).map(({ id, total }) => `${id} of ${total}`);
  const versions = current ? `version ${current.version} to ${old.version}` : `total ${order.total}`;
  return [`${order.number}: ${versions}`, ...payments].join(', ');
}

const technical = ['version', 'revision', 'schema', 'due', 'due_shard', 'found_none', 'listed_at'];

function fieldsText(current: Item, old: Item): string {
  // The fields of the JSON text take the place of the text.
  const partsOf = ({ json, ...rest }: Item): Record<string, unknown> => ({
    ...rest,
    ...(json ? JSON.parse(String(json)) : {}),
  });
  const [before, after] = [flat(partsOf(current)), flat(partsOf(old))];
  const texts = Object.keys({ ...before, ...after }).flatMap((name) => {
    const [from, to] = [JSON.stringify(before[name]), JSON.stringify(after[name])];
    return from === to || technical.includes(name) ? [] : [`${name} ${cut(from)} to ${cut(to)}`];
  });
  return texts.join(', ') || 'internal state';
}

/** Each field of an object by itself, such as `permissions.settings`. */
const flat = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      isObject(value) ? Object.entries(flat(value)).map(([part, each]) => [`${name}.${part}`, each]) : [[name, value]],
    ),
  );

/** Shortens a value, and hides a secret completely. */
const cut = (text = 'none') => (text.length > 40 || text.includes('whsec_') ? '…' : text);
