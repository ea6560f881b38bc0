import { ApiError } from '../api/errors.ts';
import { timeId } from '../values/id.ts';
import { major } from '../values/money.ts';
import { sum } from '../values/units.ts';
import { cancellableUnits, cancelPart, oneCancelled } from './cancelPart.ts';
import { freeCredit, recordCredit } from './credit.ts';
import { type RecordKind, recordId, stateToSave } from './data.ts';
import type { OrderAuthor } from './history.ts';
import type { NewPayment, OrderPatch } from './inputs.ts';
import { limitFor, orderItem } from './orderItem.ts';
import { patchOrder } from './patchOrder.ts';
import { recordPayment } from './payments.ts';
import type { Action, Order, Shipment } from './schema.ts';
import { lineCount, maxShipmentLines, patchShipment, returnShipment, splitShipment } from './shipments.ts';
import type { OrderState, Recording } from './state.ts';
import { sumsOf } from './sums.ts';

const recording = (kind: RecordKind, now: Date): Recording => ({
  id: recordId(kind, now),
  now,
  idempotency: undefined,
  ifMatch: undefined,
});

type Attempt = (state: OrderState) => OrderState;
type Options = { max?: number; shipment?: string };
type Try = (action: Action['action'], operation: string, attempt: Attempt, options?: Options) => Action;

/** All actions on an order, and whether each is allowed now. Runs the same rule as the request itself. */
export function actionsOf(state: OrderState, by: OrderAuthor, now: Date): Action[] {
  const attempt: Try = (action, operation, decide, options) => {
    const outcome = outcomeOf(state, decide, { ...by, operation }, now);
    return { action, shipment: null, ...outcome, max: null, ...options };
  };
  return [
    ...moneyActions(state, attempt, now),
    ...orderActions(state, attempt, now),
    ...state.order.shipments.flatMap((shipment) => shipmentActions(state.order, shipment, attempt, now)),
  ];
}

/** The outcome of a request. Stock is not checked. */
function outcomeOf(state: OrderState, decide: Attempt, by: OrderAuthor, now: Date): Pick<Action, 'allowed' | 'code'> {
  try {
    const after = decide(state);
    if (after.order.version === state.order.version) return { allowed: false, code: null };
    orderItem(stateToSave(state, after, { by, now, writeId: timeId(now) }), 0, limitFor(state, after));
    return { allowed: true, code: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { allowed: false, code: error.code };
  }
}

function moneyActions(given: OrderState, attempt: Try, now: Date): Action[] {
  const { order } = given;
  const { balance, kept } = sumsOf(order);
  const request = recording('pay', now);
  const [due, refundable] = [Math.max(balance, 0), kept].map((units) => major(units, order.currency)) as [number, number];
  const refund: NewPayment = { method: 'refund', ...(refundable > 0 && { total: -refundable }) };
  const credit = (due <= 0 && freeCredit(order)) || { amount: due || major(1, order.currency) };
  return [
    attempt('pay', 'createPayment', (state) => recordPayment(state, {}, request), { max: due }),
    attempt('refund', 'createPayment', (state) => recordPayment(state, refund, request), { max: refundable }),
    attempt('credit', 'createCredit', (state) => recordCredit(state, credit, recording('crd', now)), { max: due }),
  ];
}

function orderActions({ order }: OrderState, attempt: Try, now: Date): Action[] {
  const change = (action: Action['action'], patch: OrderPatch) =>
    attempt(action, 'updateOrder', (state) => patchOrder(state, patch, now, undefined));
  return [
    attempt('cancel_part', 'cancelPart', (state) => cancelPart(state, oneCancelled(order), recording('crd', now)), {
      max: cancellableUnits(order),
    }),
    change('authorize', { authorized: true }),
    change('cancel', { cancelled: true }),
    change('uncancel', { cancelled: false }),
    change('restock', { cancelled: true, restock: true }),
    change('change_address', { shipping_address: order.shipping_address ? null : { city: '-' } }),
  ];
}

function shipmentActions({ shipments }: Order, { id, lines }: Shipment, attempt: Try, now: Date): Action[] {
  const isFull = lineCount(shipments) >= maxShipmentLines;
  const hasOneLinePerProduct = new Set(lines.map(({ sku }) => sku)).size === lines.length;
  // Moving a whole line always fits if moving one unit does, because it adds no line.
  const some = [{ sku: lines[0]?.sku as string, quantity: lines.length > 1 ? (lines[0]?.quantity as number) : 1 }];
  const out = lines.map(({ sku, quantity, returned }) => ({ sku, quantity: quantity - returned }));
  return [
    attempt('ship', 'updateShipment', (state) => patchShipment(state, id, { state: 'shipped' }, now, undefined), {
      shipment: id,
    }),
    attempt('split', 'splitShipment', (state) => splitShipment(state, { from: id, lines: some }, recording('shp', now)), {
      shipment: id,
      // Without room for another line, only whole lines can move. Lines of one product become one, so all units but one can.
      max: sum(lines) - (isFull && hasOneLinePerProduct ? Math.min(...lines.map(({ quantity }) => quantity)) : 1),
    }),
    attempt('return', 'returnShipment', (state) => returnShipment(state, id, {}, recording('ret', now)), {
      shipment: id,
      max: sum(out),
    }),
  ];
}
