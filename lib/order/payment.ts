import { ApiError, invalid } from '../errors.ts';
import type { IdempotencyKey } from '../idempotency.ts';
import { reused } from '../idempotency.ts';
import type { Body } from '../route.ts';
import { holdsExact } from '../values/json.ts';
import { major, minor, tooFine } from '../values/money.ts';
import { type IfMatch, mustMatch } from '../version.ts';
import { settle, sumsOf } from './balance.ts';
import type { createPayment } from './routes.ts';
import { changed } from './rules.ts';
import type { Order, OrderState, Payment } from './schema.ts';

type NewPayment = Body<ReturnType<typeof createPayment>>;
type Drawn = { id: string; now: Date; idempotency: IdempotencyKey | undefined; ifMatch: IfMatch };

const mostData = 128 * 1024;

/** Records a payment or refund, once: a repeat leaves the order as it is. */
export function recordPayment(state: OrderState, input: NewPayment, { id, now, idempotency, ifMatch }: Drawn): OrderState {
  const { order } = state;
  const asked = input.total === undefined ? undefined : minor(input.total, order.currency);
  if (input.total !== undefined && asked === undefined) throw invalid('total', tooFine(order.currency));
  if (findPayment(state, id, idempotency)) return state;
  mustMatch(ifMatch, order);
  const total = (input.method === 'refund' ? refundable : payable)(order, asked);
  const payment: Payment = {
    id,
    total: major(total, order.currency),
    method: input.method ?? 'cash_on_delivery',
    created: input.created ?? now.toISOString(),
    transaction_data: (input.transaction_data ?? {}) as Payment['transaction_data'],
    balance_after: major(sumsOf(order).balance - total, order.currency),
  };
  mustHaveRoom(order, payment);
  return {
    ...state,
    order: settle(changed({ ...order, payments: [...order.payments, payment] }, now)),
    exact: state.exact || holdsExact(payment.transaction_data),
    keys: idempotency ? { ...state.keys, [idempotency.id]: { id, body: idempotency.body } } : state.keys,
  };
}

/** The payment that this request, or an earlier one with its key, has made. */
function findPayment({ order, keys }: OrderState, id: string, idempotency: IdempotencyKey | undefined): Payment | undefined {
  const earlier = idempotency && keys[idempotency.id];
  if (earlier && earlier.body !== idempotency.body) throw reused();
  return order.payments.find((payment) => payment.id === (earlier?.id ?? id));
}

export function getPayment(...args: Parameters<typeof findPayment>): Payment {
  const payment = findPayment(...args);
  if (!payment) throw new Error('the payment was not recorded');
  return payment;
}

function payable(order: Order, asked: number | undefined): number {
  const { balance } = sumsOf(order);
  if (order.cancelled) throw new ApiError('order_cancelled', 'A cancelled order takes no payments. Un-cancel it first.');
  if (asked === undefined && balance <= 0) throw new ApiError('order_settled', 'Nothing is left to pay on this order.');
  const max = major(Math.max(balance, 0), order.currency);
  if (asked !== undefined && asked > balance) {
    throw new ApiError('payment_exceeds_balance', `At most ${max} ${order.currency} can be paid on this order.`, { max });
  }
  return asked ?? balance;
}

function refundable(order: Order, asked: number | undefined): number {
  const { paid, refunded, balance } = sumsOf(order);
  const max = major(paid - refunded, order.currency);
  if (asked === undefined && balance >= 0) {
    throw new ApiError('nothing_to_refund', 'Nothing was paid beyond what is due. Name a negative total to refund part of it.');
  }
  const total = asked ?? balance;
  if (-total > paid - refunded) {
    throw new ApiError('refund_exceeds_paid', `At most ${max} ${order.currency} can be refunded on this order.`, { max });
  }
  return total;
}

/** Payments stop earlier than refunds, and no data takes no room, so that money can always go back. */
function mustHaveRoom({ payments }: Order, payment: Payment) {
  const texts = [...payments, payment].map(({ transaction_data }) => JSON.stringify(transaction_data));
  const data = texts.reduce((sum, text) => sum + (text === '{}' ? 0 : Buffer.byteLength(text)), 0);
  if (payments.length >= (payment.total > 0 ? 90 : 100) || data > mostData) {
    throw new ApiError('order_full', 'This order holds as many payments, or as much transaction_data, as one can.');
  }
}
