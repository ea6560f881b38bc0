import { ApiError, notFound, only } from '../api/errors.ts';
import { type IfMatch, mustMatch } from '../api/version.ts';
import { sum, take, totalPerProduct, type Units } from '../values/units.ts';
import type { NewReturn, NewShipment, ShipmentPatch } from './inputs.ts';
import type { Order, Shipment } from './schema.ts';
import { type OrderState, type Recording, recordedWith, withKey, withNextVersion } from './state.ts';
import type { Holding } from './stockMoves.ts';

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

/** `missing` says which shipment there is not, and what to do. */
export function getShipment(
  { number, shipments }: Order,
  id: string,
  missing = `with this ID in order ${number}. Use an \`id\` from its \`shipments\``,
): Shipment {
  const shipment = shipments.find((shipment) => shipment.id === id);
  if (!shipment) throw notFound(`shipment ${missing}`);
  return shipment;
}

/** Changes a shipment. Leaving `ready` takes its units out of stock; returning to `ready` brings them back. */
export function patchShipment(state: OrderState, id: string, patch: ShipmentPatch, now: Date, ifMatch: IfMatch): OrderState {
  const { order, stock } = state;
  const shipment = getShipment(order, id);
  mustMatch(ifMatch, 'order', order);
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
function withShipments(state: OrderState, changed: Record<string, Shipment>, now: Date): OrderState {
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
    const message =
      'Units of this shipment were returned, so it cannot go back to `ready`. To send the goods again, place a new order.';
    throw new ApiError('shipment_returned', message);
  }
}

function holdingOf(holding: Holding, before: Shipment['state'], after: Shipment['state']): Holding {
  if (before === 'ready' && after !== 'ready' && holding === 'reserved') return 'gone';
  if (after === 'ready' && holding === 'gone') return 'reserved';
  return holding;
}

export const maxShipments = 20;
export const maxShipmentLines = 300;

/** Moves units of a ready shipment into a new one. A repeated request leaves the order unchanged. */
export function splitShipment(
  state: OrderState,
  { from, lines }: NewShipment,
  { id, now, idempotency, ifMatch }: Recording,
): OrderState {
  if (recordedWith(state, idempotency)) return state;
  const { order, stock } = state;
  const source = getShipment(
    order,
    from,
    `with the ID in \`from\` in order ${order.number}. Use an \`id\` from its \`shipments\``,
  );
  mustMatch(ifMatch, 'order', order);
  if (source.state !== 'ready') {
    throw new ApiError(
      'shipment_sent',
      `This shipment is ${source.state}. Only a shipment that is \`ready\` can be split. If it has not left, set it back to \`ready\` first.`,
    );
  }
  const units = totalPerProduct(lines);
  mustLeaveUnits(source, units);
  const given = take(units, source.lines);
  const rest = source.lines.map((line, i) => ({ ...line, quantity: line.quantity - (given[i] as number) }));
  const kept = { ...source, lines: rest.filter(({ quantity }) => quantity > 0) };
  const after = withShipments(state, { [from]: kept }, now);
  const shipments = [...after.order.shipments, readyShipment(id, units, now.toISOString())];
  mustHaveRoom(shipments);
  const holdings = { ...stock.holdings, [id]: stock.holdings[from] as Holding };
  return {
    ...after,
    order: { ...after.order, shipments },
    stock: { ...stock, holdings },
    keys: withKey(state, idempotency, id),
  };
}

/** Throws unless the shipment has these units and at least one more. */
function mustLeaveUnits({ lines }: Shipment, units: Units[]): void {
  let left = sum(lines) - 1;
  for (const { sku, quantity } of units) {
    const own = sum(lines.filter((line) => line.sku === sku));
    const max = Math.min(own, left);
    if (quantity > max) {
      const reason = max < own ? ' At least one unit must stay.' : '';
      const advice = max > 0 ? ` Move at most ${max}.` : units.length > 1 ? ' Leave it out.' : '';
      const message = `You tried to move ${quantity} of ${sku}, but ${only(max)} can leave this shipment.${reason}${advice}`;
      throw new ApiError('shipment_exceeded', message, { max });
    }
    left -= quantity;
  }
}

/** How many lines all shipments have. */
export const lineCount = (shipments: Shipment[]): number => shipments.reduce((count, { lines }) => count + lines.length, 0);

function mustHaveRoom(shipments: Shipment[]): void {
  const lines = lineCount(shipments);
  if (shipments.length <= maxShipments && lines <= maxShipmentLines) return;
  const message = `An order can have at most ${maxShipments} shipments with ${maxShipmentLines} lines in total. After this split, it would have ${shipments.length} shipments with ${lines} lines. Leave these units in their shipment.`;
  throw new ApiError('order_full', message);
}

export const maxReturns = 100;

/** Records returned units, by default all. A repeated request leaves the order unchanged. */
export function returnShipment(state: OrderState, shipmentId: string, input: NewReturn, request: Recording): OrderState {
  const { id, now, idempotency, ifMatch } = request;
  if (recordedWith(state, idempotency)) return state;
  const { order } = state;
  const shipment = getShipment(order, shipmentId);
  mustMatch(ifMatch, 'order', order);
  if (shipment.state === 'ready') {
    throw new ApiError(
      'shipment_ready',
      'This shipment has not left yet, so nothing can come back. To release its units, cancel a part of the order, or the whole order with `restock: true`.',
    );
  }
  const sent = shipment.lines.map(({ sku, quantity, returned }) => ({ sku, quantity: quantity - returned }));
  const units = totalPerProduct(input.lines ?? sent);
  mustHaveSent(sent, units);
  if (order.returns.length >= maxReturns)
    throw new ApiError(
      'order_full',
      `This order has ${maxReturns} returns, which is the limit. Adjust the stock by hand for further goods.`,
    );
  const given = take(units, sent);
  const lines = shipment.lines.map((line, i) => ({ ...line, returned: line.returned + (given[i] as number) }));
  const { restock: restocked = true, reason = null } = input;
  const after = withShipments(state, { [shipmentId]: { ...shipment, lines } }, now);
  const returned = { id, created: now.toISOString(), shipment: shipmentId, lines: units, restocked, reason };
  return {
    ...after,
    order: { ...after.order, returns: [...order.returns, returned] },
    keys: withKey(state, idempotency, id),
  };
}

/** Throws unless at least one unit is returned, and no more than are still with the customer. */
function mustHaveSent(sent: Units[], units: Units[]): void {
  const tooMany = units.find(({ sku, quantity }) => quantity > sum(sent.filter((line) => line.sku === sku)));
  if (!tooMany && sum(units) > 0) return;
  const max = tooMany ? sum(sent.filter(({ sku }) => sku === tooMany.sku)) : 0;
  const none = units.length > 1 ? ' Leave this product out.' : '';
  const message = tooMany
    ? `You tried to return ${tooMany.quantity} of ${tooMany.sku}, but ${only(max)} from this shipment can still come back.${max > 0 ? ` Return at most ${max}.` : none}`
    : 'Everything in this shipment has already come back, so there is nothing to return.';
  throw new ApiError('return_exceeds_sent', message, { max });
}
