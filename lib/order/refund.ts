import { ApiError, invalid } from '../errors.ts';
import { major, minor } from '../values/money.ts';
import { mergedLines, mustBeCreditable, mustHaveRoomForLines, nothingToCredit, priceOf } from './credit.ts';
import type { CreditLines, NewPayment } from './inputs.ts';
import type { Order, Payment } from './schema.ts';
import { type OrderState, sumsOf } from './state.ts';

type Refund = { total: number } & Pick<Payment, 'credit' | 'lines' | 'payment' | 'reason'>;

/** What a refund names, checked against what the order has. */
export function refundTarget({ order }: OrderState, input: NewPayment) {
  const lines = mergedLines(order, input.lines);
  const payment = input.payment ? order.payments.find(({ id, total }) => id === input.payment && total > 0) : undefined;
  if (input.payment && !payment) {
    throw invalid('payment', 'is not a payment of this order; send the ID of a payment with a positive total');
  }
  if (lines && input.total === undefined && priceOf(order, lines) === 0) {
    throw invalid('total', 'is required, because the lines are worth 0');
  }
  return { lines, payment };
}

type Target = ReturnType<typeof refundTarget>;

/** Decides a refund. `requested` and the total are negative, in minor units. */
export function refundOf(state: OrderState, input: NewPayment, requested: number | undefined, target: Target): Refund {
  const { order } = state;
  const { lines, payment } = target;
  const credit = input.credit ?? lines !== null;
  if (order.cancelled && credit) throw nothingToCredit();
  mustBeCreditable(state, lines);
  const amount = requested === undefined ? defaultAmount(order, target) : -requested;
  if (amount === undefined) {
    const message = 'Nothing was overpaid. To refund anyway, send a negative total such as -7.90.';
    throw new ApiError('nothing_to_refund', message);
  }
  mustNotExceedPayment(order, payment, amount);
  mustNotExceedPaid(order, amount);
  mustHaveRoomForLines(state, lines);
  return { total: -amount, credit, lines, payment: payment?.id ?? null, reason: input.reason ?? null };
}

/** The price of the lines, or what was overpaid, but never more than the payment has left. */
function defaultAmount(order: Order, { lines, payment }: { lines: CreditLines | null; payment: Payment | undefined }) {
  const { balance } = sumsOf(order);
  const amount = lines ? priceOf(order, lines) : -balance;
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

function mustNotExceedPayment(order: Order, payment: Payment | undefined, amount: number): void {
  const left = payment ? leftOf(order, payment) : amount;
  if (amount <= left) return;
  const { currency } = order;
  const max = major(left, currency);
  const message = `You requested a refund of ${major(amount, currency)} ${currency}, but this payment has only ${max} ${currency} left.`;
  throw new ApiError('refund_exceeds_payment', message, { max });
}

function mustNotExceedPaid(order: Order, amount: number): void {
  const { paid, refunded } = sumsOf(order);
  if (amount <= paid - refunded) return;
  const { currency } = order;
  const max = major(paid - refunded, currency);
  const message = `You requested a refund of ${major(amount, currency)} ${currency}, but at most ${max} ${currency} can be refunded.`;
  throw new ApiError('refund_exceeds_paid', message, { max });
}
