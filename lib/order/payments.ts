import { ApiError, invalid, only } from '../api/errors.ts';
import { mustMatch } from '../api/version.ts';
import { holdsExact } from '../values/json.ts';
import { major, minor, tooManyDecimals } from '../values/money.ts';
import { mergedLines, minorPriceOf, mustBeCreditable, mustHaveRoomForLines, nothingToCredit, withCredit } from './credit.ts';
import type { CreditLines, NewPayment } from './inputs.ts';
import { mustHaveRoom } from './limits.ts';
import type { Order, Payment } from './schema.ts';
import { type OrderState, type Recording, recordedWith, withKey, withNextVersion } from './state.ts';
import { sumsOf, withSums } from './sums.ts';

const plain = { credit: false, lines: null, payment: null, reason: null };

/** Records a payment or refund. A repeated request leaves the order unchanged. */
export function recordPayment(state: OrderState, input: NewPayment, { id, now, idempotency, ifMatch }: Recording): OrderState {
  const { order } = state;
  const requested = input.total === undefined ? undefined : minor(input.total, order.currency);
  if (input.total !== undefined && requested === undefined) throw invalid('total', tooManyDecimals(order.currency));
  if (recordedWith(state, idempotency)) return state;
  const target = refundTarget(state, input);
  mustMatch(ifMatch, 'order', order);
  const isRefund = input.method === 'refund';
  const { total, ...refund } = isRefund
    ? refundOf(state, input, requested, target)
    : { ...plain, total: paymentTotal(order, requested) };
  const credited = refund.credit ? withCredit(order, -total) : order;
  const payment: Payment = {
    id,
    total: major(total, order.currency),
    method: input.method ?? 'cash_on_delivery',
    created: input.created ?? now.toISOString(),
    transaction_data: (input.transaction_data ?? {}) as Payment['transaction_data'],
    balance_after: major(sumsOf(credited).balance - total, order.currency),
    recorded: now.toISOString(),
    ...refund,
  };
  mustHaveRoom(order, payment);
  return withSums({
    ...state,
    order: withNextVersion({ ...credited, payments: [...order.payments, payment] }, now),
    exact: state.exact || holdsExact(payment.transaction_data),
    keys: withKey(state, idempotency, id),
  });
}

export function getPayment({ payments }: Order, id: string): Payment {
  const payment = payments.find((payment) => payment.id === id);
  if (!payment) throw new Error('the payment was not recorded');
  return payment;
}

/** The total of a payment, in minor units. */
function paymentTotal(order: Order, requested: number | undefined): number {
  const { balance } = sumsOf(order);
  const { currency, cancelled } = order;
  if (cancelled) {
    throw new ApiError('order_cancelled', 'A cancelled order accepts no payments. To reopen it, set `cancelled` to false.');
  }
  if (requested === undefined && balance <= 0) {
    throw new ApiError(
      'order_settled',
      'Nothing is due, so no payment is needed. To return money, send `method: "refund"`; without `total` it returns what was overpaid.',
    );
  }
  const max = major(Math.max(balance, 0), currency);
  if (requested !== undefined && requested > balance) {
    const limit = max > 0 ? ` Pay at most ${max}.` : ' No payment is needed.';
    const message = `You sent ${major(requested, currency)} ${currency}, but ${only(max, currency)} is due.${limit}`;
    throw new ApiError('payment_exceeds_balance', message, { max });
  }
  return requested ?? balance;
}

type Refund = { total: number } & Pick<Payment, 'credit' | 'lines' | 'payment' | 'reason'>;

/** What a refund names, checked against what the order has. */
function refundTarget({ order }: OrderState, input: NewPayment) {
  const payment = input.payment ? order.payments.find(({ id, total }) => id === input.payment && total > 0) : undefined;
  const message = 'is not a payment of this order; send the ID of a payment with a positive total';
  const lines = mergedLines(order, input.lines, input.payment && !payment ? [{ field: 'payment', message }] : []);
  if (lines && input.total === undefined && minorPriceOf(order, lines) === 0) {
    throw invalid('total', 'is required, because the lines are worth 0; send the amount to refund as a negative total');
  }
  return { lines, payment };
}

type Target = ReturnType<typeof refundTarget>;

/** Decides a refund. `requested` and the total are negative, in minor units. */
function refundOf(state: OrderState, input: NewPayment, requested: number | undefined, target: Target): Refund {
  const { order } = state;
  const { lines, payment } = target;
  const credit = input.credit ?? lines !== null;
  if (order.cancelled && credit) throw nothingToCredit();
  mustBeCreditable(order, lines);
  const amount = requested === undefined ? defaultAmount(order, target) : -requested;
  if (amount === undefined) {
    const advice =
      sumsOf(order).kept > 0 ? 'To refund anyway, send a negative `total`.' : 'Nothing was paid, or everything was refunded.';
    throw new ApiError('nothing_to_refund', `Nothing was overpaid. ${advice}`);
  }
  mustNotExceedPayment(order, payment, amount);
  mustNotExceedPaid(order, amount);
  mustHaveRoomForLines(order, lines, 'For the rest, send `total` and `credit: true` instead.');
  return { total: -amount, credit, lines, payment: payment?.id ?? null, reason: input.reason ?? null };
}

/**
 * The price of the lines, or what was overpaid, but no more than is left of the payment. If nothing is left, the amount is rejected
 * later.
 */
function defaultAmount(order: Order, { lines, payment }: { lines: CreditLines | null; payment: Payment | undefined }) {
  const { balance } = sumsOf(order);
  const amount = lines ? minorPriceOf(order, lines) : -balance;
  if (amount <= 0) return undefined;
  const left = payment ? leftOf(order, payment) : amount;
  return left > 0 ? Math.min(amount, left) : amount;
}

/** The part of a payment that is not yet refunded, counting only refunds that name it. */
const leftOf = ({ payments, currency }: Order, { id, total }: Payment): number =>
  payments.reduce(
    (left, refund) => left + (refund.payment === id ? (minor(refund.total, currency) as number) : 0),
    minor(total, currency) as number,
  );

const allRefunded = 'Everything that was paid has been refunded already.';

function mustNotExceedPayment(order: Order, payment: Payment | undefined, amount: number): void {
  const left = payment ? leftOf(order, payment) : amount;
  if (amount <= left) return;
  const { currency } = order;
  const { kept } = sumsOf(order);
  const most = Math.min(left, kept);
  const max = major(left, currency);
  const nothing = kept > 0 ? 'Name another payment, or leave `payment` out.' : allRefunded;
  const advice = most > 0 ? `Refund at most ${major(most, currency)}.` : nothing;
  const message = `You requested a refund of ${major(amount, currency)} ${currency}, but this payment has ${only(max, currency)} left. ${advice}`;
  throw new ApiError('refund_exceeds_payment', message, { max });
}

function mustNotExceedPaid(order: Order, amount: number): void {
  const { paid, kept } = sumsOf(order);
  if (amount <= kept) return;
  const { currency } = order;
  const max = major(kept, currency);
  const reason = paid > 0 ? allRefunded : 'Nothing has been paid yet.';
  const advice = max > 0 ? `Refund at most ${max}.` : reason;
  const message = `You requested a refund of ${major(amount, currency)} ${currency}, but ${only(max, currency)} can be refunded. ${advice}`;
  throw new ApiError('refund_exceeds_paid', message, { max });
}
