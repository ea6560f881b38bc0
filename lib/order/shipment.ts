import { ApiError, notFound } from '../errors.ts';
import type { ShipmentPatch } from './inputs.ts';
import type { Order, Shipment } from './schema.ts';
import { type OrderState, withNextVersion } from './state.ts';
import type { Holding } from './stock.ts';
import type { Units } from './units.ts';

/** A shipment in the state `ready`, without a carrier. */
export const readyShipment = (id: string, lines: Units[], updated: string): Shipment => ({
  id,
  state: 'ready',
  target_delivery: null,
  carrier: null,
  tracking_number: null,
  tracking_url: null,
  lines: lines.map(({ sku, quantity }) => ({ sku, quantity, returned: 0 })),
  updated,
});

export function getShipment({ number, shipments }: Order, id: string): Shipment {
  const shipment = shipments.find((shipment) => shipment.id === id);
  if (!shipment) throw notFound(`shipment with this ID in order ${number}`);
  return shipment;
}

/** Changes a shipment. Leaving `ready` takes its units out of stock; returning to `ready` brings them back. */
export function patchShipment(state: OrderState, id: string, patch: ShipmentPatch, now: Date): OrderState {
  const { order, stock } = state;
  const shipment = getShipment(order, id);
  mustAllowState(order, shipment, patch);
  const after = { ...shipment, ...patch };
  if (JSON.stringify(after) === JSON.stringify(shipment)) return state;
  const holding = holdingOf(stock.holdings[id] as Holding, shipment.state, after.state);
  return {
    ...withShipments(state, { [id]: after }, now),
    stock: { ...stock, holdings: { ...stock.holdings, [id]: holding } },
  };
}

/** The order with these shipments replaced. */
export function withShipments(state: OrderState, changed: Record<string, Shipment>, now: Date): OrderState {
  const updated = now.toISOString();
  const shipments = state.order.shipments.map((shipment) => {
    const after = changed[shipment.id];
    return after ? { ...after, updated } : shipment;
  });
  return { ...state, order: withNextVersion({ ...state.order, shipments }, now) };
}

function mustAllowState({ authorized, cancelled }: Order, shipment: Shipment, { state }: ShipmentPatch) {
  if (state === undefined) return;
  if (!authorized) throw new ApiError('order_not_authorized', 'Authorize the order before you set `state`.');
  if (cancelled && shipment.state === 'ready' && state !== 'ready') {
    throw new ApiError(
      'order_cancelled',
      'A shipment of a cancelled order cannot leave `ready`. To reopen the order, set `cancelled` to false.',
    );
  }
  if (state === 'ready' && shipment.lines.some(({ returned }) => returned > 0)) {
    const message = 'Units of this shipment were returned, so it cannot go back to `ready`.';
    throw new ApiError('shipment_returned', message);
  }
}

function holdingOf(holding: Holding, before: Shipment['state'], after: Shipment['state']): Holding {
  if (before === 'ready' && after !== 'ready' && holding === 'reserved') return 'gone';
  if (before !== 'ready' && after === 'ready' && holding === 'gone') return 'reserved';
  return holding;
}
