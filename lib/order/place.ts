import { availabilityOf } from '../availability/rules.ts';
import { commit } from '../db/commit.ts';
import { increment } from '../db/counter.ts';
import type { TenantId } from '../db/key.ts';
import { findAll } from '../db/readAll.ts';
import { untilWon } from '../db/retry.ts';
import { Refusal } from '../errors.ts';
import { timeId } from '../id.ts';
import { type IdempotencyKey, once } from '../idempotency.ts';
import type { Json } from '../json.ts';
import { productKey } from '../product/data.ts';
import type { StoredProduct } from '../product/schema.ts';
import { moveAction, moves, shortage } from '../product/stock.ts';
import type { TenantItem } from '../tenant/data.ts';
import type { Tenant } from '../tenant/schema.ts';
import { getOrder } from './data.ts';
import { createOrder } from './item.ts';
import { checkNewOrder, type NewOrder, newOrder, unitsOf } from './placing.ts';
import type { Order } from './schema.ts';

/** Places an order and reserves all its units, or neither; once for a keyed request, however often it is sent. */
export function placeOrder(tenant: TenantId, input: NewOrder, now: Date, key: IdempotencyKey | undefined) {
  const shipment = `shp_${timeId(now)}`;
  let number: string | undefined;
  return once<Order | Json<Order>>(tenant, key, {
    run: (remember) =>
      untilWon(async () => {
        const { item, ...shop } = await loadShop(tenant, input);
        checkNewOrder(input, shop);
        mustBeOpen(item, now);
        shortage(unitsOf(input, shop), shop.products, input.lines);
        number ??= await nextNumber(tenant);
        const state = newOrder(input, shop, { number, shipment, now });
        const stock = moves(undefined, state.stock).map((move) => [`stock ${move.sku}`, moveAction(tenant, move, true)]);
        await commit({ idempotency: remember(number), order: createOrder(tenant, state), ...Object.fromEntries(stock) });
        return state.order;
      }),
    replay: (outcome) => getOrder(tenant, outcome),
  });
}

async function loadShop(tenant: TenantId, { lines }: NewOrder) {
  const skus = [...new Set(lines.map(({ sku }) => sku))];
  const found = await findAll<StoredProduct | TenantItem>(tenant, ['TENANT', ...skus.map(productKey)]);
  const item = found.get('TENANT') as TenantItem;
  const products = new Map<string, StoredProduct>();
  for (const sku of skus) {
    const product = found.get(productKey(sku));
    if (product) products.set(sku, product as StoredProduct);
  }
  return { item, products, currency: (JSON.parse(item.json) as Tenant).currency };
}

function mustBeOpen(item: TenantItem, now: Date) {
  const { available, reason } = availabilityOf(item, now);
  if (!available) throw new Refusal('store_unavailable', `The store takes no orders now (${reason}).`, { reason });
}

/** Drawn outside the transaction, so that the orders of a tenant don't wait for each other; a refused one leaves a gap. */
const nextNumber = async (tenant: TenantId) => String(1000 + (await increment(tenant, 'COUNTER')));
