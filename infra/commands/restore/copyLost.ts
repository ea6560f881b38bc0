import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { putAction } from '../../../lib/db/action.ts';
import { tenantOf } from '../../../lib/db/key.ts';
import { findMany } from '../../../lib/db/read.ts';
import { commit } from '../../../lib/db/write.ts';
import { ConditionFailed } from '../../../lib/db/writeErrors.ts';
import { type OrderItem, orderKey, stateOf } from '../../../lib/order/orderItem.ts';
import { searchActions } from '../../../lib/order/search.ts';
import { stockMoves } from '../../../lib/order/stock.ts';
import { moveAction } from '../../../lib/product/stock.ts';
import { productKey, type StoredProduct } from '../../../lib/product/storedProduct.ts';
import { itemIn, type Tables } from './differences.ts';
import type { Item } from './laterOf.ts';
import { fingerprint, type LostChange } from './lostChange.ts';

export type Copied = { copied: LostChange[]; failed: { lost: LostChange; reason: string }[] };

/**
 * Repeats the listed changes in the new table. Orders come with their payments, search keys and stock. An order may need units
 * that another one frees, so this repeats until a pass copies nothing. Safe to run again.
 */
export async function copyLost(tables: Tables, listed: readonly LostChange[]): Promise<Copied> {
  const newSkus = new Set(
    listed.flatMap(({ kind, change, pk, sk }) => (kind === 'product' && change === 'new' ? [pk + sk] : [])),
  );
  const copied: LostChange[] = [];
  let failed: Copied['failed'] = listed.filter(({ copy }) => copy).map((lost) => ({ lost, reason: '' }));
  for (let before = -1; before !== copied.length; ) {
    before = copied.length;
    const next: Copied['failed'] = [];
    for (const { lost } of failed) {
      const reason = await copyOne(tables, lost, newSkus);
      if (reason) next.push({ lost, reason });
      else copied.push(lost);
    }
    failed = next;
  }
  return { copied, failed };
}

/** Returns why the change cannot be copied, or undefined if it was, now or by an earlier run. */
async function copyOne(tables: Tables, lost: LostChange, newSkus: Set<string>): Promise<string | undefined> {
  const [old, current] = [await itemIn(tables, tables.old, lost), await itemIn(tables, tables.current, lost)];
  if (!old) return 'it has expired in the old table';
  if (current && fingerprint(old) === fingerprint(current)) return undefined;
  if (fingerprint(current) !== lost.seen) return 'it changed in the new table too';
  if (lost.kind === 'order') return copyOrder(old, current, newSkus);
  if (lost.kind === 'idempotency record' && !(await hasOutcome(tables, old))) return 'what it refers to was not copied';
  return copyItem(tables, old, current);
}

/** A record without its order would answer a repeated request with an order that does not exist. */
async function hasOutcome(tables: Tables, { pk, outcome }: Item): Promise<boolean> {
  const isOrder = /^\d+$/.test(String(outcome));
  return !isOrder || (await itemIn(tables, tables.current, { pk, sk: orderKey(String(outcome)) })) !== undefined;
}

async function copyItem({ documents, current: TableName }: Tables, Item: Item, current: Item | undefined) {
  const unchanged = current
    ? { ConditionExpression: 'tries = :tries', ExpressionAttributeValues: { ':tries': current.tries } }
    : { ConditionExpression: 'attribute_not_exists(pk)' };
  try {
    await documents.send(new PutCommand({ TableName, Item, ...unchanged }));
    return undefined;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return 'it changed in the new table too';
    throw error;
  }
}

/** Also moves stock, as the lost requests did, but not that of products that were copied with their stock. */
async function copyOrder(old: Item, current: Item | undefined, newSkus: Set<string>): Promise<string | undefined> {
  const tenant = tenantOf(old.pk);
  const [before, after] = [current && stateOf(current as unknown as OrderItem), stateOf(old as unknown as OrderItem)];
  const moves = stockMoves(before, after).filter(({ sku }) => !newSkus.has(old.pk + productKey(sku)));
  const products = await findMany<StoredProduct>(
    tenant,
    moves.map(({ sku }) => productKey(sku)),
  );
  const stock = moves.map((move) => [
    `stock ${move.sku}`,
    moveAction(tenant, move, products.get(productKey(move.sku))?.counted ?? true),
  ]);
  const unchanged = current
    ? { expression: 'revision = :seen', values: { ':seen': current.revision } }
    : { expression: 'attribute_not_exists(pk)' };
  try {
    await commit({
      order: putAction(tenant, old.sk, old, unchanged),
      ...searchActions(tenant, before?.order, after.order),
      ...Object.fromEntries(stock),
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const short = [...error.failed].flatMap((name) => (name.startsWith('stock ') ? [name.slice('stock '.length)] : []));
    return short.length > 0 ? `too few units of ${short.join(', ')} are in stock` : 'it changed in the new table too';
  }
}
