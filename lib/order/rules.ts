import { ApiError, notFound } from '../errors.ts';
import { wholeAddress } from '../values/address.ts';
import { type IfMatch, mustMatch } from '../version.ts';
import type { OrderPatch, ShipmentPatch } from './inputs.ts';
import { wholeCustomer } from './newOrder.ts';
import type { Order, Shipment } from './schema.ts';
import { type OrderState, withNextVersion, withSums } from './state.ts';
import type { Holding } from './stock.ts';

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
    stock: { ...stock, holding: holdingAfter(stock, patch) },
    decided: state.decided || patch.authorized !== undefined,
  };
  const movesStock = after.stock.holding !== stock.holding;
  if (isSame && !movesStock) return after.decided === state.decided ? state : after;
  return { ...after, order: withSums(withNextVersion({ ...order, ...corrections, authorized, cancelled, visible }, now)) };
}

/** The fields that the patch changes. */
function correctionsIn(order: Order, patch: OrderPatch): Partial<Order> {
  const { customer, shipping_address, note } = patch;
  const replaced = {
    ...(customer !== undefined && { customer: customer && wholeCustomer(customer) }),
    ...(shipping_address !== undefined && { shipping_address: shipping_address && wholeAddress(shipping_address) }),
    ...(note !== undefined && { note }),
  };
  const changed = Object.entries(replaced).filter(([field, value]) => !isEqual(value, order[field as keyof Order]));
  const corrections: Partial<Order> = Object.fromEntries(changed);
  if ('shipping_address' in corrections && !order.shipments.some(({ state }) => state === 'ready')) {
    throw new ApiError('order_shipped', 'Everything in this order has shipped, so its address can no longer change.');
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

function holdingAfter({ holding }: OrderState['stock'], { cancelled, restock }: OrderPatch): Holding {
  if (cancelled && restock && holding === 'reserved') return 'freed';
  if (cancelled === false && holding === 'freed') return 'reserved';
  return holding;
}

/** Changes a shipment. Leaving `ready` takes its units out of stock; returning to `ready` brings them back. */
export function patchShipment(state: OrderState, id: string, patch: ShipmentPatch, now: Date): OrderState {
  const { order, stock } = state;
  const shipment = getShipment(order, id);
  mustAllowState(order, shipment, patch);
  const after = { ...shipment, ...patch };
  if (isEqual(after, shipment)) return state;
  const shipments = order.shipments.map((other) => (other.id === id ? { ...after, updated: now.toISOString() } : other));
  return {
    ...state,
    order: withNextVersion({ ...order, shipments }, now),
    stock: { ...stock, holding: holdingOf(stock, shipment.state, after.state) },
  };
}

export function getShipment({ number, shipments }: Order, id: string): Shipment {
  const shipment = shipments.find((shipment) => shipment.id === id);
  if (!shipment) throw notFound(`shipment with this ID in order ${number}`);
  return shipment;
}

function mustAllowState({ authorized, cancelled }: Order, shipment: Shipment, { state }: ShipmentPatch) {
  if (state !== undefined && !authorized) {
    throw new ApiError('order_not_authorized', 'Authorize the order before you set `state`.');
  }
  if (cancelled && shipment.state === 'ready' && state !== undefined && state !== 'ready') {
    throw new ApiError(
      'order_cancelled',
      'A shipment of a cancelled order cannot leave `ready`. To reopen the order, set `cancelled` to false.',
    );
  }
}

function holdingOf({ holding }: OrderState['stock'], before: Shipment['state'], after: Shipment['state']): Holding {
  if (before === 'ready' && after !== 'ready' && holding === 'reserved') return 'gone';
  if (before !== 'ready' && after === 'ready' && holding === 'gone') return 'reserved';
  return holding;
}
