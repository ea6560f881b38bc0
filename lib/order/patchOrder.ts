import { ApiError } from '../api/errors.ts';
import { type IfMatch, mustMatch } from '../api/version.ts';
import { wholeAddress } from '../values/address.ts';
import { holdsExact } from '../values/json.ts';
import { withNulls } from '../values/optional.ts';
import type { CustomerInput, OrderPatch } from './inputs.ts';
import type { Order } from './schema.ts';
import { type OrderState, withNextVersion } from './state.ts';
import type { Holding, OrderStock } from './stockMoves.ts';
import { withSums } from './sums.ts';

/** Authorizes, cancels, corrects, shows or hides an order, all in one step. */
export function patchOrder(state: OrderState, patch: OrderPatch, now: Date, ifMatch: IfMatch): OrderState {
  const { order, stock } = state;
  mustMatch(ifMatch, 'order', order);
  const changes = changesIn(order, patch);
  const after = {
    ...state,
    stock: { ...stock, holdings: holdingsAfter(stock.holdings, patch) },
    decided: state.decided || patch.authorized !== undefined,
    exact: state.exact || holdsExact(changes.metadata),
  };
  const movesStock = !isEqual(after.stock.holdings, stock.holdings);
  if (Object.keys(changes).length === 0 && !movesStock) return after.decided === state.decided ? state : after;
  return withSums({ ...after, order: withNextVersion({ ...order, ...changes }, now) });
}

/** The fields of the order that the patch changes. */
function changesIn(order: Order, { restock, ...patch }: OrderPatch): Partial<Order> {
  const { customer, shipping_address, billing_address, tags } = patch;
  const sent = {
    ...patch,
    customer: customer && wholeCustomer(customer),
    shipping_address: shipping_address && wholeAddress(shipping_address),
    billing_address: billing_address && wholeAddress(billing_address),
    tags: tags === null ? [] : tags,
  };
  const isChanged = ([field, value]: [string, unknown]) => value !== undefined && !isEqual(value, order[field as keyof Order]);
  const changes: Partial<Order> = Object.fromEntries(Object.entries(sent).filter(isChanged));
  if ('shipping_address' in changes && !order.shipments.some(({ state }) => state === 'ready')) {
    throw new ApiError(
      'order_shipped',
      'Everything in this order has shipped, so its shipping address can no longer change. If a shipment has not left, set it back to `ready` first.',
    );
  }
  return changes;
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

export const wholeCustomer = (sent: CustomerInput): NonNullable<Order['customer']> =>
  withNulls(['id', 'first_name', 'last_name', 'company', 'email', 'phone'], sent);
