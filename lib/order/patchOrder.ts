import { ApiError } from '../api/errors.ts';
import { type IfMatch, mustMatch } from '../api/version.ts';
import { wholeAddress } from '../values/address.ts';
import { holdsExact } from '../values/json.ts';
import type { CustomerInput, OrderPatch } from './inputs.ts';
import type { Order } from './schema.ts';
import { type OrderState, withNextVersion } from './state.ts';
import type { Holding, OrderStock } from './stock.ts';
import { withSums } from './sums.ts';

/** Authorizes, cancels, corrects, shows or hides an order, all in one step. */
export function patchOrder(state: OrderState, patch: OrderPatch, now: Date, ifMatch: IfMatch): OrderState {
  const { order, stock } = state;
  mustMatch(ifMatch, 'order', order);
  const { authorized = order.authorized, cancelled = order.cancelled, visible = order.visible } = patch;
  const corrections = correctionsIn(order, patch);
  const isSame =
    authorized === order.authorized &&
    cancelled === order.cancelled &&
    visible === order.visible &&
    Object.keys(corrections).length === 0;
  const after = {
    ...state,
    stock: { ...stock, holdings: holdingsAfter(stock.holdings, patch) },
    decided: state.decided || patch.authorized !== undefined,
    exact: state.exact || holdsExact(corrections.metadata),
  };
  const movesStock = !isEqual(after.stock.holdings, stock.holdings);
  if (isSame && !movesStock) return after.decided === state.decided ? state : after;
  return withSums({ ...after, order: withNextVersion({ ...order, ...corrections, authorized, cancelled, visible }, now) });
}

/** The fields that the patch changes. */
function correctionsIn(order: Order, patch: OrderPatch): Partial<Order> {
  const { customer, shipping_address, billing_address, note, reference, tags, metadata } = patch;
  const replaced = {
    ...(customer !== undefined && { customer: customer && wholeCustomer(customer) }),
    ...(shipping_address !== undefined && { shipping_address: shipping_address && wholeAddress(shipping_address) }),
    ...(billing_address !== undefined && { billing_address: billing_address && wholeAddress(billing_address) }),
    ...(note !== undefined && { note }),
    ...(reference !== undefined && { reference }),
    ...(tags !== undefined && { tags: tags ?? [] }),
    ...(metadata !== undefined && { metadata }),
  };
  const changed = Object.entries(replaced).filter(([field, value]) => !isEqual(value, order[field as keyof Order]));
  const corrections: Partial<Order> = Object.fromEntries(changed);
  if ('shipping_address' in corrections && !order.shipments.some(({ state }) => state === 'ready')) {
    throw new ApiError(
      'order_shipped',
      'Everything in this order has shipped, so its shipping address can no longer change. If a shipment has not left, set it back to `ready` first.',
    );
  }
  return corrections;
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Applies the webhook's decision, unless `authorized` was set by a request after the order was placed. */
export function applyConfirmation(state: OrderState, authorized: boolean, now: Date): OrderState {
  const { order, decided } = state;
  return decided || order.authorized === authorized
    ? state
    : { ...state, order: withNextVersion({ ...order, authorized }, now) };
}

/** Restocking frees the reserved units; reopening the order reserves them again. */
function holdingsAfter(holdings: OrderStock['holdings'], { cancelled, restock }: OrderPatch): OrderStock['holdings'] {
  const replaced: Partial<Record<Holding, Holding>> = cancelled && restock ? { reserved: 'freed' } : {};
  if (cancelled === false) replaced.freed = 'reserved';
  return Object.fromEntries(Object.entries(holdings).map(([id, holding]) => [id, replaced[holding] ?? holding]));
}

export const wholeCustomer = (customer: CustomerInput) => ({
  id: customer.id ?? null,
  first_name: customer.first_name ?? null,
  last_name: customer.last_name ?? null,
  company: customer.company ?? null,
  email: customer.email ?? null,
  phone: customer.phone ?? null,
});
