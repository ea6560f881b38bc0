import { ApiError } from '../errors.ts';
import type { IdempotencyKey } from '../idempotency.ts';
import type { NewReturn } from './inputs.ts';
import { getShipment, withShipments } from './shipment.ts';
import { type OrderState, recordedWith, withKey } from './state.ts';
import { sum, take, totalPerProduct, type Units } from './units.ts';

type Request = { id: string; now: Date; idempotency: IdempotencyKey | undefined };

const maxReturns = 100;

/** Records returned units, by default all. A repeated request leaves the order unchanged. */
export function returnShipment(state: OrderState, shipmentId: string, input: NewReturn, request: Request): OrderState {
  const { id, now, idempotency } = request;
  if (recordedWith(state, idempotency)) return state;
  const { order, returns } = state;
  const shipment = getShipment(order, shipmentId);
  if (shipment.state === 'ready') {
    throw new ApiError(
      'shipment_ready',
      'This shipment has not left yet, so nothing can come back. To release its stock, cancel the order with `restock`.',
    );
  }
  const sent = shipment.lines.map(({ sku, quantity, returned }) => ({ sku, quantity: quantity - returned }));
  const units = totalPerProduct(input.lines ?? sent);
  mustHaveSent(sent, units);
  if (returns.length >= maxReturns)
    throw new ApiError('order_full', `This order has ${maxReturns} returns, which is the limit.`);
  const given = take(units, sent);
  const lines = shipment.lines.map((line, i) => ({ ...line, returned: line.returned + (given[i] as number) }));
  const { restock = true, reason = null } = input;
  return {
    ...withShipments(state, { [shipmentId]: { ...shipment, lines } }, now),
    returns: [...returns, { id, shipment: shipmentId, lines: units, restock, reason, created: now.toISOString() }],
    keys: withKey(state, idempotency, id),
  };
}

/** Throws unless at least one unit is returned, and no more than are still with the customer. */
function mustHaveSent(sent: Units[], units: Units[]): void {
  const tooMany = units.find(({ sku, quantity }) => quantity > sum(sent.filter((line) => line.sku === sku)));
  if (!tooMany && sum(units) > 0) return;
  const max = tooMany ? sum(sent.filter(({ sku }) => sku === tooMany.sku)) : 0;
  const message = tooMany
    ? `You tried to return ${tooMany.quantity} units of ${tooMany.sku}, but only ${max} of this shipment can still come back.`
    : 'Everything in this shipment has come back already.';
  throw new ApiError('return_exceeds_sent', message, { max });
}
