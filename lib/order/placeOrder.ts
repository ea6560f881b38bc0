import { ApiError } from '../api/errors.ts';
import { type IdempotencyKey, runOnce } from '../api/idempotency.ts';
import { itemAvailability } from '../availability/data.ts';
import type { Availability } from '../availability/schema.ts';
import { type Cart, priceCart } from '../cart/cart.ts';
import { loadShop, type Shop } from '../cart/shop.ts';
import type { Action } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { findSnapshot } from '../db/read.ts';
import { retryOnConflict } from '../db/retry.ts';
import { commit, increment } from '../db/write.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { includesScope, insufficientScope, type KeyScope } from '../key/scopes.ts';
import { checkActiveAction, mustBeActive, mustHaveStock, reserveAction } from '../product/stockActions.ts';
import type { StoredProduct } from '../product/storedProduct.ts';
import { wholeAddress } from '../values/address.ts';
import { timeId } from '../values/id.ts';
import { holdsExact, type Json } from '../values/json.ts';
import { deliveryKey, newDelivery } from '../webhook/delivery.ts';
import { enqueue } from '../webhook/queue.ts';
import { createOrderAction, findPlacingTime, getOrder } from './data.ts';
import { type OrderAuthor, recorded } from './history.ts';
import type { NewOrder } from './inputs.ts';
import { wholeCustomer } from './patchOrder.ts';
import type { Order } from './schema.ts';
import { searchActions } from './searchKeys.ts';
import { readyShipment } from './shipments.ts';
import type { OrderState } from './state.ts';
import { stockMoves } from './stockMoves.ts';
import { withSums } from './sums.ts';
import { taxesOf } from './taxes.ts';

type Placing = { scopes: readonly KeyScope[]; by: OrderAuthor; now: Date; idempotency: IdempotencyKey | undefined };

/** Places an order and reserves all its units, or does neither. Takes effect once per idempotency key. */
export function placeOrder(tenant: TenantId, input: NewOrder, { scopes, by, now, idempotency }: Placing) {
  mustAllowTerms(scopes, input);
  const shipment = `shp_${timeId(now)}`;
  let number: string | undefined;
  return runOnce<Order | Json<Order>>(tenant, idempotency, {
    run: (remember) =>
      retryOnConflict(async () => {
        const { shop, cart } = await acceptedCart(tenant, input, now);
        number ??= await nextNumber(tenant);
        const placed = newOrder(input, cart, { number, shipment, now });
        const state = { ...placed, history: recorded(undefined, placed, by, now) };
        const delivery = shop.webhook?.url ? newDelivery(tenant, number, now) : undefined;
        await commit({
          idempotency: remember(number),
          order: createOrderAction(tenant, state),
          delivery: delivery?.action,
          search: searchActions(tenant, undefined, state.order),
          products: productActions(tenant, shop, state),
        }).catch(async (error) => {
          const isTaken = error instanceof ConditionFailed && error.failed.has('order');
          // Its own write: only the response was lost.
          if (isTaken && (await findPlacingTime(tenant, placed.order.number)) === now.toISOString()) return;
          // The counter is behind the orders, as after a restore. The next number is tried.
          if (isTaken) number = undefined;
          throw error;
        });
        if (delivery) await enqueue(tenant, deliveryKey(delivery.id));
        return state.order;
      }),
    replay: (outcome) => getOrder(tenant, outcome),
  });
}

/** With `orders:place`, a key sets no prices of lines and no tax rates, and cannot authorize orders. */
function mustAllowTerms(scopes: readonly KeyScope[], order: NewOrder) {
  const field = termIn(order);
  if (!field || includesScope(scopes, 'orders:write')) return;
  throw insufficientScope(
    'orders:write',
    `To send \`${field}\`, a key needs the scope orders:write. Leave it out, or use another key.`,
  );
}

/** What a shop's checkout must not decide. */
function termIn({ authorized, lines, shipping }: NewOrder): string | undefined {
  if (authorized) return 'authorized: true';
  for (const [i, { price, tax_rate }] of lines.entries()) {
    if (price !== undefined) return `lines[${i}].price`;
    if (tax_rate !== undefined) return `lines[${i}].tax_rate`;
  }
  return shipping?.tax_rate == null ? undefined : 'shipping.tax_rate';
}

/** Reserves units of products with tracked stock, and checks that the other products have not been archived in the meantime. */
function productActions(tenant: TenantId, { products }: Shop, state: OrderState): Action[] {
  const moves = stockMoves(undefined, state);
  const uncounted = [...products.values()].filter(({ counted }) => !counted);
  return [
    ...moves.map((move) => reserveAction(tenant, move, products.get(move.sku) as StoredProduct)),
    ...uncounted.map(({ sku }) => checkActiveAction(tenant, sku)),
  ];
}

type Accepted = { shop: Shop; cart: Cart };

/**
 * Prices the cart and checks that the shop accepts it. Errors about the stock of several products are confirmed against a
 * consistent snapshot.
 */
async function acceptedCart(tenant: TenantId, input: NewOrder, now: Date): Promise<Accepted> {
  const { shop } = await loadShop(tenant, input.lines, 'confirm-order');
  const accepted = accept(shop, input, now);
  try {
    return inStock(accepted, input);
  } catch (error) {
    if (shop.products.size < 2) throw error;
    const { shop: snapshot } = await loadShop(tenant, input.lines, 'confirm-order', [], findSnapshot);
    return inStock(accept(snapshot, input, now), input);
  }
}

function accept(shop: Shop, input: NewOrder, now: Date): Accepted {
  const cart = priceCart(input, shop);
  mustBeAvailable(shop, now);
  return { shop, cart };
}

function inStock({ shop, cart }: Accepted, { lines }: NewOrder): Accepted {
  mustBeActive(shop.products, lines);
  mustHaveStock(cart.units, shop.products, lines);
  return { shop, cart };
}

function mustBeAvailable({ tenant }: Shop, now: Date) {
  const { available, reason } = itemAvailability(tenant, now);
  if (!available) throw new ApiError('store_unavailable', closedBecause[reason as keyof typeof closedBecause], { reason });
}

const closedBecause: Record<Exclude<Availability['reason'], 'open'>, string> = {
  outside_opening_hours: 'The store is outside its opening hours. Wait until it opens, or override its availability.',
  subscription_expired: "The store's subscription has expired. Ask the operator to renew it, or override the availability.",
  override: 'The store was closed manually. Remove the override, or wait for its end.',
};

/** Not part of the transaction, so that a tenant's orders do not conflict with each other. A failed order leaves a gap. */
const nextNumber = async (tenant: TenantId) => String(1000 + (await increment(tenant, 'COUNTER')));

type Generated = { number: string; shipment: string; now: Date };

/** Builds an order from a priced cart. */
export function newOrder(input: NewOrder, cart: Cart, { number, shipment, now }: Generated): OrderState {
  const { currency, subtotal, total } = cart;
  const created = now.toISOString();
  const lines = cart.lines.map(({ weight, ...line }, i) => ({ line: i, ...line, cancelled: 0, credited: 0 }));
  const shipping = input.shipping ? { ...input.shipping, tax_rate: input.shipping.tax_rate ?? null } : null;
  const order = {
    number,
    created,
    updated: created,
    version: 1,
    currency,
    customer: input.customer ? wholeCustomer(input.customer) : null,
    shipping_address: input.shipping_address ? wholeAddress(input.shipping_address) : null,
    billing_address: input.billing_address ? wholeAddress(input.billing_address) : null,
    note: input.note ?? null,
    reference: input.reference ?? null,
    tags: input.tags ?? [],
    metadata: (input.metadata ?? null) as Order['metadata'],
    lines,
    shipping,
    subtotal,
    total,
    taxes: taxesOf({ lines, shipping, currency }),
    credited: 0,
    paid: 0,
    refunded: 0,
    balance: 0,
    authorized: input.authorized ?? false,
    cancelled: false,
    visible: true,
    payments: [],
    shipments: [readyShipment(shipment, input.lines, created)],
    credits: [],
    returns: [],
  };
  const history = { keys: [], entries: [] };
  const stock = { counted: Object.keys(cart.units), holdings: { [shipment]: 'reserved' as const } };
  return withSums({
    order,
    stock,
    decided: false,
    exact: holdsExact(order.metadata),
    history,
    keys: {},
    marks: [],
  });
}
