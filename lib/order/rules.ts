import { ApiError, notFound } from '../errors.ts';
import type { Body } from '../route.ts';
import { type IfMatch, mustMatch } from '../version.ts';
import { settle } from './balance.ts';
import type { updateOrder, updateShipment } from './routes.ts';
import type { Order, OrderState, Shipment } from './schema.ts';

type OrderPatch = Body<ReturnType<typeof updateOrder>>;
type ShipmentPatch = Body<ReturnType<typeof updateShipment>>;
type Stock = OrderState['stock'];

/** Marks an order as changed by somebody. */
export const changed = (order: Order, now: Date): Order => ({
  ...order,
  version: order.version + 1,
  updated: now.toISOString(),
});

/** Authorizes, cancels, shows and hides, all that is asked in one step. */
export function patchOrder(state: OrderState, patch: OrderPatch, now: Date, ifMatch: IfMatch): OrderState {
  const { order, stock } = state;
  mustMatch(ifMatch, order);
  const { authorized = order.authorized, cancelled = order.cancelled, visible = order.visible } = patch;
  const same = authorized === order.authorized && cancelled === order.cancelled && visible === order.visible;
  const after = {
    ...state,
    stock: { ...stock, holding: holdingAfter(stock, patch) },
    decided: state.decided || patch.authorized !== undefined,
  };
  const moved = after.stock.holding !== stock.holding;
  if (same && !moved) return after.decided === state.decided ? state : after;
  return { ...after, order: settle(changed({ ...order, authorized, cancelled, visible }, now)) };
}

/** What the store's webhook answers counts only while no person has decided, and is no decision itself. */
export function answerAuthorized(state: OrderState, authorized: boolean, now: Date): OrderState {
  const { order, decided } = state;
  return decided || order.authorized === authorized ? state : { ...state, order: changed({ ...order, authorized }, now) };
}

function holdingAfter({ holding }: Stock, { cancelled, restock }: OrderPatch): Stock['holding'] {
  if (cancelled && restock && holding === 'reserved') return 'freed';
  if (cancelled === false && holding === 'freed') return 'reserved';
  return holding;
}

/** Moves a shipment, or its target delivery; its units leave the store with it and come back with it. */
export function patchShipment(state: OrderState, id: string, patch: ShipmentPatch, now: Date): OrderState {
  const { order, stock } = state;
  const shipment = shipmentOf(order, id);
  mustBeMovable(order, shipment, patch);
  const after = { ...shipment, ...patch };
  if (after.state === shipment.state && after.target_delivery === shipment.target_delivery) return state;
  const shipments = order.shipments.map((other) => (other.id === id ? { ...after, updated: now.toISOString() } : other));
  return {
    ...state,
    order: changed({ ...order, shipments }, now),
    stock: { ...stock, holding: holdingOf(stock, shipment.state, after.state) },
  };
}

export function shipmentOf({ shipments }: Order, id: string): Shipment {
  const shipment = shipments.find((one) => one.id === id);
  if (!shipment) throw notFound('shipment');
  return shipment;
}

function mustBeMovable({ authorized, cancelled }: Order, shipment: Shipment, { state }: ShipmentPatch) {
  if (state !== undefined && !authorized) {
    throw new ApiError('order_not_authorized', 'The state of a shipment can be set only on an authorized order.');
  }
  if (cancelled && shipment.state === 'ready' && state !== undefined && state !== 'ready') {
    throw new ApiError('order_cancelled', 'A shipment of a cancelled order cannot leave ready.');
  }
}

function holdingOf({ holding }: Stock, before: Shipment['state'], after: Shipment['state']): Stock['holding'] {
  if (before === 'ready' && after !== 'ready' && holding === 'reserved') return 'gone';
  if (before !== 'ready' && after === 'ready' && holding === 'gone') return 'reserved';
  return holding;
}
