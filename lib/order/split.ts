import { ApiError } from '../errors.ts';
import type { IdempotencyKey } from '../idempotency.ts';
import type { NewShipment } from './inputs.ts';
import type { Shipment } from './schema.ts';
import { getShipment, readyShipment, withShipments } from './shipment.ts';
import { type OrderState, recordedWith, withKey } from './state.ts';
import type { Holding } from './stock.ts';
import { sum, take, totalPerProduct, type Units } from './units.ts';

type Request = { id: string; now: Date; idempotency: IdempotencyKey | undefined };

const maxShipments = 20;
const maxShipmentLines = 300;

/** Moves units of a ready shipment into a new one. A repeated request leaves the order unchanged. */
export function splitShipment(state: OrderState, { from, lines }: NewShipment, { id, now, idempotency }: Request): OrderState {
  if (recordedWith(state, idempotency)) return state;
  const { order, stock } = state;
  const source = getShipment(order, from);
  if (source.state !== 'ready') {
    throw new ApiError('shipment_sent', `This shipment is ${source.state}. Only a shipment that is \`ready\` can be split.`);
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
    const max = Math.min(sum(lines.filter((line) => line.sku === sku)), left);
    if (quantity > max) {
      const message = `You tried to move ${quantity} units of ${sku}, but only ${max} can leave this shipment. At least one unit must stay.`;
      throw new ApiError('shipment_exceeded', message, { max });
    }
    left -= quantity;
  }
}

function mustHaveRoom(shipments: Shipment[]): void {
  const lines = shipments.reduce((count, shipment) => count + shipment.lines.length, 0);
  if (shipments.length <= maxShipments && lines <= maxShipmentLines) return;
  const message = `An order can have ${maxShipments} shipments with ${maxShipmentLines} lines in total. This split would make ${shipments.length} with ${lines}.`;
  throw new ApiError('order_full', message);
}
