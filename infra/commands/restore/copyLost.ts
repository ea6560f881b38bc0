import { readFileSync } from 'node:fs';
import { CommandError } from '../../../apps/ops/commandError.ts';
import { table } from '../../../apps/ops/textTable.ts';
import { exists, putAction } from '../../../lib/db/action.ts';
import { tenantIn } from '../../../lib/db/key.ts';
import { findMany } from '../../../lib/db/read.ts';
import { commit, put, setIf } from '../../../lib/db/write.ts';
import { ConditionFailed } from '../../../lib/db/writeErrors.ts';
import { maxActions, roomForSearch } from '../../../lib/order/data.ts';
import { type OrderItem, orderKey, stateOf } from '../../../lib/order/orderItem.ts';
import { searchActions } from '../../../lib/order/searchKeys.ts';
import { stockMoves } from '../../../lib/order/stockMoves.ts';
import { moveAction } from '../../../lib/product/stockActions.ts';
import { productKey, type StoredProduct } from '../../../lib/product/storedProduct.ts';
import { claimActions } from '../../../lib/tenant/claims.ts';
import { type TenantItem, tenantOf } from '../../../lib/tenant/tenantItem.ts';
import { claimEmailAction } from '../../../lib/user/emails.ts';
import { type UserItem, userOf } from '../../../lib/user/userItem.ts';
import { batchesOf } from '../../../lib/values/batches.ts';
import { checkAt, parkedShard } from '../../../lib/webhook/due.ts';
import { isFollower } from '../../../lib/webhook/inputs.ts';
import { webhookKey } from '../../../lib/webhook/webhookItem.ts';
import { kindOf, type StoredKind } from '../../storedKinds.ts';
import { findItem, fingerprint, isSame, type LostChange, type Tables } from './lostChanges.ts';
import { type Item, readPages } from './readPages.ts';
import { partitionOf } from './reconcile.ts';
import type { Print } from './restoreTable.ts';
import { getOldTable } from './tableSettings.ts';

/**
 * Repeats the changes of a list in the new table, and corrects its reserved units. Returns false if something must still be done
 * by hand.
 */
export async function copyChanges(tables: Tables, list: string, print: Print): Promise<boolean> {
  const lost = readList(list);
  await getOldTable(tables.client, tables.source, tables.target);
  const { copied, failed } = await copyLost(tables, lost);
  print(`Changes of the list that are in the new table: ${copied}.`);
  if (failed.length > 0) {
    const rows = failed.map(({ lost, reason }) => [lost.kind, lost.what, reason]);
    print(
      `These changes could not be copied. Once the service is open, make them by hand, except idempotency records, deliveries and positions, which need nothing:\n\n${table(['kind', 'what', 'why'], rows)}`,
    );
  }
  await correctReserves(tables, print);
  return failed.every(({ lost }) => needNothing.includes(lost.kind));
}

const needNothing: StoredKind[] = ['idempotency record', 'delivery', 'position'];

function readList(path: string): LostChange[] {
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}. Pass the list that --reconcile wrote.`);
  }
}

type Failed = { lost: LostChange; reason: string };

/** An order may need units that another one frees, so this repeats until a pass copies nothing. Safe to run again. */
async function copyLost(tables: Tables, listed: readonly LostChange[]): Promise<{ copied: number; failed: Failed[] }> {
  const newProducts = listed.filter(({ kind, change }) => kind === 'product' && change === 'new');
  const newSkus = new Set(newProducts.map(({ pk, sk }) => pk + sk));
  let copied = 0;
  let failed: Failed[] = listed.filter(({ copy }) => copy).map((lost) => ({ lost, reason: '' }));
  for (let before = -1; before !== copied; ) {
    before = copied;
    const next: Failed[] = [];
    for (const { lost } of failed) {
      const reason = await copyOne(tables, lost, newSkus);
      if (reason) next.push({ lost, reason });
      else copied += 1;
    }
    failed = next;
  }
  return { copied, failed };
}

const changed = 'it changed in the new table too';

/** Returns why the change cannot be copied, or undefined if it was, now or by an earlier run. */
async function copyOne(tables: Tables, lost: LostChange, newSkus: Set<string>): Promise<string | undefined> {
  const [old, current] = [await findItem(tables, tables.source, lost), await findItem(tables, tables.target, lost)];
  if (!old) return 'it has expired in the old table';
  if (current && isSame(old, current)) return undefined;
  if (fingerprint(current) !== lost.seen) return changed;
  const missing = await missingSubject(tables, lost.kind, old);
  if (missing) return missing;
  try {
    await (lost.kind === 'order' ? copyOrder(old, current, newSkus) : copyItem(lost.kind, old, current));
    return undefined;
  } catch (error) {
    // Later runs would stop here too, so the rest could never be copied.
    if ((error as Error).name === 'ValidationException') return `DynamoDB rejects it: ${(error as Error).message}`;
    if (!(error instanceof ConditionFailed)) throw error;
    const { stock: short = [] } = error.subjects;
    if (['name', 'host', 'email'].some((claim) => error.failed.has(claim))) return 'its name, host or e-mail address is taken';
    return short.length > 0 ? `too few units of ${short.join(', ')} are in stock, or the new table lacks the product` : changed;
  }
}

/**
 * What an item needs in the new table and does not find. A record without its order would answer a repeated request with an order
 * that does not exist, a delivery would fail each time, and a store does not run a follower that it does not name.
 */
async function missingSubject(tables: Tables, kind: StoredKind, old: Item): Promise<string | undefined> {
  const { pk, sk, outcome } = old;
  const inTarget = (sk: string) => findItem(tables, tables.target, { pk, sk });
  const order = kind === 'delivery' ? old.order : kind === 'idempotency record' ? outcome : undefined;
  if (/^\d+$/.test(String(order)) && !(await inTarget(orderKey(String(order))))) return 'its order was not copied';
  const name = ['webhook', 'position'].includes(kind) ? (sk.split('#')[1] as string) : '';
  if (!isFollower(name)) return undefined;
  const { followers = [] } = ((await inTarget('TENANT')) ?? {}) as { followers?: string[] };
  return followers.includes(name) ? undefined : 'the store is not new: create this webhook again, with `from`';
}

const absent = { expression: 'attribute_not_exists(pk)' };

/** An item that exists already is a delivery. A new store or user claims its name, hosts or address. */
async function copyItem(kind: StoredKind, old: Item, current: Item | undefined): Promise<void> {
  // Only a check of the webhook sends a parked delivery.
  if (old.due_shard === parkedShard(tenantIn(old.pk)))
    await setIf(tenantIn(old.pk), webhookKey('confirm-order'), checkAt(tenantIn(old.pk), new Date()), exists);
  const unchanged = current ? { expression: 'tries = :tries', values: { ':tries': current.tries } } : absent;
  const item = putAction(partitionOf(old.pk), old.sk, old, unchanged);
  if (kind === 'user') return commit({ item, email: claimEmailAction(tenantIn(old.pk), userOf(old as unknown as UserItem)) });
  if (kind !== 'tenant') return put(item);
  const { name, host } = claimActions(tenantIn(old.pk), undefined, tenantOf(old as unknown as TenantItem));
  return commit({ item, name, host });
}

/** Also moves stock, as the lost requests did, but not that of products that were copied with their stock. */
async function copyOrder(old: Item, current: Item | undefined, newSkus: Set<string>): Promise<void> {
  const tenant = tenantIn(old.pk);
  const [before, after] = [current && stateOf(current as unknown as OrderItem), stateOf(old as unknown as OrderItem)];
  const moves = stockMoves(before, after).filter(({ sku }) => !newSkus.has(old.pk + productKey(sku)));
  const skus = moves.map(({ sku }) => productKey(sku));
  const products = await findMany<StoredProduct>(tenant, skus);
  const stock = moves.map((move) => moveAction(tenant, move, products.get(productKey(move.sku))?.counted ?? true));
  const unchanged = current ? { expression: 'revision = :seen', values: { ':seen': current.revision } } : absent;
  const search = searchActions(tenant, before?.order, after.order);
  const room = roomForSearch(stock);
  // Before the order, because after an interruption only missing orders are copied. Reading filters out keys without an order, and
  // the stale ones that have no room.
  const keys = search.length > room ? searchActions(tenant, undefined, after.order) : [];
  for (const batch of batchesOf(keys, maxActions)) await commit({ search: batch });
  await commit({ order: putAction(tenant, old.sk, old, unchanged), search: search.slice(0, room), stock });
}

/** A backup can hold only a part of a transaction, so a product's reserved units may differ from what the orders hold. */
async function correctReserves(tables: Tables, print: Print): Promise<void> {
  const rows: (string | number)[][] = [];
  const changed: string[] = [];
  for (const { pk, sku, reserved, held } of await wrongReserves(tables)) {
    const seen = { expression: 'reserved = :seen', values: { ':seen': reserved } };
    if (await setIf(tenantIn(pk), productKey(sku), { reserved: held }, seen)) rows.push([tenantIn(pk), sku, reserved, held]);
    else changed.push(`${sku} (${tenantIn(pk)})`);
  }
  if (rows.length > 0) {
    print('The reserved units of these products were corrected. Count the stock of each product, and send it as `counted`:\n');
    print(table(['tenant', 'sku', 'were', 'are'], rows, ['were', 'are']));
  }
  if (changed.length > 0)
    throw new CommandError(`Orders for ${changed.join(', ')} changed meanwhile. Close the service, then run this again.`);
}

async function wrongReserves({ documents, target }: Tables) {
  const held = new Map<string, number>();
  const products: { pk: string; sku: string; reserved: number }[] = [];
  await readPages(documents, target, ['order', 'product'], async (items) => {
    for (const item of items) {
      if (kindOf(item) === 'product') products.push(item as Item & StoredProduct);
      else
        for (const { sku, reserved } of stockMoves(undefined, stateOf(item as unknown as OrderItem)))
          held.set(item.pk + sku, (held.get(item.pk + sku) ?? 0) + reserved);
    }
  });
  const counted = products.map(({ pk, sku, reserved }) => ({ pk, sku, reserved, held: held.get(pk + sku) ?? 0 }));
  return counted.filter(({ reserved, held }) => reserved !== held);
}
