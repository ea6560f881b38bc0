import { ApiError } from '../api/errors.ts';
import { major } from '../values/money.ts';
import { cancellableUnits, cancelPart, oneCancelled } from './cancelPart.ts';
import { freeCredit, recordCredit } from './credit.ts';
import { type OrderAuthor, recorded } from './history.ts';
import type { NewPayment, OrderPatch } from './inputs.ts';
import { limitFor, orderItem } from './orderItem.ts';
import { patchOrder } from './patchOrder.ts';
import { recordPayment } from './payments.ts';
import type { Action, Shipment } from './schema.ts';
import { patchShipment, returnShipment, splitShipment } from './shipments.ts';
import type { OrderState } from './state.ts';
import { sum } from './stockMoves.ts';
import { sumsOf } from './sums.ts';

const unconditional = { idempotency: undefined, ifMatch: undefined };

type Attempt = (state: OrderState) => OrderState;
type Try = (action: Action['action'], attempt: Attempt, options?: { max?: number; shipment?: string }) => Action;

/** All actions on an order, and whether each is allowed now. Runs the same rule as the request itself. */
export function actionsOf(state: OrderState, by: OrderAuthor, now: Date): Action[] {
  const attempt: Try = (action, decide, options) => {
    const outcome = outcomeOf(state, decide, by, now);
    return { action, shipment: null, ...outcome, max: null, ...options };
  };
  return [
    ...moneyActions(state, attempt, now),
    ...orderActions(state, attempt, now),
    ...state.order.shipments.flatMap((shipment) => shipmentActions(shipment, attempt, now)),
  ];
}

/** The outcome of a request. Stock is not checked. */
function outcomeOf(state: OrderState, decide: Attempt, by: OrderAuthor, now: Date): Pick<Action, 'allowed' | 'code'> {
  try {
    const after = decide(state);
    orderItem({ ...after, history: recorded(state, after, by, now) }, 0, limitFor(state, after));
    return { allowed: after.order.version !== state.order.version, code: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { allowed: false, code: error.code };
  }
}

function moneyActions(given: OrderState, attempt: Try, now: Date): Action[] {
  const { order } = given;
  const { balance, paid, refunded } = sumsOf(order);
  const request = { id: 'pay_', now, ...unconditional };
  const [due, refundable] = [Math.max(order.cancelled ? 0 : balance, 0), paid - refunded].map((units) =>
    major(units, order.currency),
  ) as [number, number];
  const refund: NewPayment = { method: 'refund', ...(refundable > 0 && { total: -refundable }) };
  const credit = (due <= 0 && freeCredit(order)) || { amount: due || major(1, order.currency) };
  return [
    attempt('pay', (state) => recordPayment(state, {}, request), { max: due }),
    attempt('refund', (state) => recordPayment(state, refund, request), { max: refundable }),
    attempt('credit', (state) => recordCredit(state, credit, request), { max: due }),
  ];
}

function orderActions({ order }: OrderState, attempt: Try, now: Date): Action[] {
  const patching =
    (patch: OrderPatch): Attempt =>
    (state) =>
      patchOrder(state, patch, now, undefined);
  return [
    attempt('cancel_part', (state) => cancelPart(state, oneCancelled(order), { id: 'crd_', now, ...unconditional }), {
      max: cancellableUnits(order),
    }),
    attempt('authorize', patching({ authorized: true })),
    attempt('cancel', patching({ cancelled: true })),
    attempt('uncancel', patching({ cancelled: false })),
    attempt('restock', patching({ cancelled: true, restock: true })),
    attempt('change_address', patching({ shipping_address: order.shipping_address ? null : { city: '-' } })),
  ];
}

function shipmentActions({ id, lines }: Shipment, attempt: Try, now: Date): Action[] {
  const request = { now, ...unconditional };
  // Moving a whole line always fits if moving one unit does, because it adds no line.
  const some = [{ sku: lines[0]?.sku as string, quantity: lines.length > 1 ? (lines[0]?.quantity as number) : 1 }];
  const out = lines.map(({ sku, quantity, returned }) => ({ sku, quantity: quantity - returned }));
  return [
    attempt('ship', (state) => patchShipment(state, id, { state: 'shipped' }, now), { shipment: id }),
    attempt('split', (state) => splitShipment(state, { from: id, lines: some }, { id: 'shp_', ...request }), {
      shipment: id,
      max: sum(lines) - 1,
    }),
    attempt('return', (state) => returnShipment(state, id, {}, { id: 'ret_', ...request }), { shipment: id, max: sum(out) }),
  ];
}
