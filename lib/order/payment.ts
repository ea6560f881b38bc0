import { ApiError, invalid } from '../errors.ts';
import { type IdempotencyKey, keyReused } from '../idempotency.ts';
import { holdsExact } from '../values/json.ts';
import { major, minor, tooManyDecimals } from '../values/money.ts';
import { type IfMatch, mustMatch } from '../version.ts';
import type { NewPayment } from './inputs.ts';
import type { Order, Payment } from './schema.ts';
import { changed, type OrderState, sumsOf, withSums } from './state.ts';

type Request = { id: string; now: Date; idempotency: IdempotencyKey | undefined; ifMatch: IfMatch };

const maxDataBytes = 128 * 1024;
const maxPayments = 90;
const maxEntries = 100;

/** Records a payment or refund. A repeated request leaves the order unchanged. */
export function recordPayment(state: OrderState, input: NewPayment, { id, now, idempotency, ifMatch }: Request): OrderState {
  const { order } = state;
  const asked = input.total === undefined ? undefined : minor(input.total, order.currency);
  if (input.total !== undefined && asked === undefined) throw invalid('total', tooManyDecimals(order.currency));
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
    order: withSums(changed({ ...order, payments: [...order.payments, payment] }, now)),
    exact: state.exact || holdsExact(payment.transaction_data),
    keys: idempotency ? { ...state.keys, [idempotency.id]: { id, body: idempotency.body } } : state.keys,
  };
}

/** The payment that this request, or an earlier one with the same key, recorded. */
function findPayment({ order, keys }: OrderState, id: string, idempotency: IdempotencyKey | undefined): Payment | undefined {
  const earlier = idempotency && keys[idempotency.id];
  if (earlier && earlier.body !== idempotency.body) throw keyReused();
  return order.payments.find((payment) => payment.id === (earlier?.id ?? id));
}

export function getPayment(...args: Parameters<typeof findPayment>): Payment {
  const payment = findPayment(...args);
  if (!payment) throw new Error('the payment was not recorded');
  return payment;
}

/** The amount to record, in minor units. */
function payable(order: Order, asked: number | undefined): number {
  const { balance } = sumsOf(order);
  const { currency, cancelled } = order;
  if (cancelled) {
    throw new ApiError('order_cancelled', 'A cancelled order takes no payments. To reopen it, set `cancelled` to false.');
  }
  if (asked === undefined && balance <= 0)
    throw new ApiError('order_settled', 'This order is settled. Nothing is left to pay.');
  const max = major(Math.max(balance, 0), currency);
  if (asked !== undefined && asked > balance) {
    const message = `You sent ${major(asked, currency)} ${currency}, but only ${max} ${currency} is due. Pay at most that.`;
    throw new ApiError('payment_exceeds_balance', message, { max });
  }
  return asked ?? balance;
}

function refundable(order: Order, asked: number | undefined): number {
  const { paid, refunded, balance } = sumsOf(order);
  const { currency } = order;
  const max = major(paid - refunded, currency);
  if (asked === undefined && balance >= 0) {
    const message = 'Nothing was overpaid. To refund anyway, send a negative total such as -7.90.';
    throw new ApiError('nothing_to_refund', message);
  }
  const total = asked ?? balance;
  if (-total > paid - refunded) {
    const message = `You asked to refund ${major(-total, currency)} ${currency}, but only ${max} ${currency} can be refunded.`;
    throw new ApiError('refund_exceeds_paid', message, { max });
  }
  return total;
}

/** Payments have a lower limit than refunds, so that money can always go back. */
function mustHaveRoom({ payments }: Order, payment: Payment) {
  const texts = [...payments, payment].map(({ transaction_data }) => JSON.stringify(transaction_data));
  const bytes = texts.reduce((sum, text) => sum + (text === '{}' ? 0 : Buffer.byteLength(text)), 0);
  const limit = payment.total > 0 ? maxPayments : maxEntries;
  if (payments.length >= limit) {
    throw new ApiError('order_full', `This order already has ${payments.length} payments and refunds; the limit is ${limit}.`);
  }
  if (bytes > maxDataBytes) {
    throw new ApiError('order_full', 'All transaction_data of an order together may have at most 128 KB. Send less of it.');
  }
}
