import { availabilityOf } from '../availability/rules.ts';
import { loadShop, type Shop } from '../cart/shop.ts';
import { commit } from '../db/commit.ts';
import { increment } from '../db/counter.ts';
import type { TenantId } from '../db/key.ts';
import { findSnapshot } from '../db/readAtOnce.ts';
import { retryOnConflict } from '../db/retry.ts';
import { ApiError } from '../errors.ts';
import { type IdempotencyKey, once } from '../idempotency.ts';
import type { StoredProduct } from '../product/schema.ts';
import { moves, shortage, takeAction } from '../product/stock.ts';
import type { TenantItem } from '../tenant/data.ts';
import { timeId } from '../values/id.ts';
import type { Json } from '../values/json.ts';
import { deliveryKey, newDelivery } from '../webhook/delivery.ts';
import { ring } from '../webhook/queue.ts';
import { findOrder, getOrder } from './data.ts';
import { createOrder } from './item.ts';
import { checkLines, type NewOrder, newOrder, unitsOf } from './newOrder.ts';
import type { Order } from './schema.ts';

/** Places an order and reserves all its units, or neither; once for a keyed request, however often it is sent. */
export function placeOrder(tenant: TenantId, input: NewOrder, now: Date, key: IdempotencyKey | undefined) {
  const shipment = `shp_${timeId(now)}`;
  let number: string | undefined;
  return once<Order | Json<Order>>(tenant, key, {
    run: (remember) =>
      retryOnConflict(async () => {
        const earlier = number && (await findOrder(tenant, number));
        if (earlier) return earlier;
        const shop = await shopFor(tenant, input, now);
        number ??= await nextNumber(tenant);
        const state = newOrder(input, shop, { number, shipment, now });
        const stock = moves(undefined, state.stock).map((move) => {
          const product = shop.products.get(move.sku) as StoredProduct;
          return [`stock ${move.sku}`, takeAction(tenant, move, product)];
        });
        const delivery = shop.webhook?.url ? newDelivery(tenant, number, now) : undefined;
        const order = createOrder(tenant, state);
        await commit({ idempotency: remember(number), order, delivery: delivery?.action, ...Object.fromEntries(stock) });
        if (delivery) await ring(tenant, deliveryKey(delivery.id));
        return state.order;
      }),
    replay: (outcome) => getOrder(tenant, outcome),
  });
}

/** The shop, which can take this order. It is refused by how things stood at one instant, however many they are. */
async function shopFor(tenant: TenantId, input: NewOrder, now: Date): Promise<Shop> {
  const { shop } = await loadShop(tenant, input.lines, 'confirm-order');
  try {
    mustTake(shop, input, now);
    return shop;
  } catch (refusal) {
    if (shop.products.size < 2) throw refusal;
    const { shop: instant } = await loadShop(tenant, input.lines, 'confirm-order', [], findSnapshot);
    mustTake(instant, input, now);
    return instant;
  }
}

function mustTake(shop: Shop, input: NewOrder, now: Date) {
  checkLines(input, shop);
  mustBeOpen(shop.tenant, now);
  shortage(unitsOf(input, shop), shop.products, input.lines);
}

function mustBeOpen(item: TenantItem, now: Date) {
  const { available, reason } = availabilityOf(item, now);
  if (!available) throw new ApiError('store_unavailable', `The store takes no orders now (${reason}).`, { reason });
}

/** Drawn outside the transaction, so that the orders of a tenant don't wait for each other; a refused one leaves a gap. */
const nextNumber = async (tenant: TenantId) => String(1000 + (await increment(tenant, 'COUNTER')));
