import { ApiError } from '../../lib/api/errors.ts';
import { mustHaveRoom } from '../../lib/order/limits.ts';
import type { Order, Payment } from '../../lib/order/schema.ts';
import { tooManyDecimals } from '../../lib/values/money.ts';
import { amountText, exactText, parseUnits, unitsOf } from '../money.ts';
import type { ListedPayment } from './paymentList.ts';

export const outcomes = ['paid', 'already paid', 'differs', 'unknown', 'cancelled', 'rejected'] as const;
type Outcome = (typeof outcomes)[number];

/** The parts of an order that a decision needs. */
export type Payable = Pick<Order, 'number' | 'version' | 'currency' | 'balance' | 'cancelled'> & {
  payments: Pick<Payment, 'total' | 'method' | 'transaction_data'>[];
};

/** The outcome of a row. `pay`: the payment must still be recorded. Amounts are exact decimals; `expected` is the order's. */
export type Decision = {
  outcome: Outcome | 'pay';
  currency: string;
  collected: string | null;
  expected?: string;
  note?: string;
  /** Set if the row is already paid because a payment has its reference. */
  isByReference?: true;
  /** Set if the row is already paid because somebody has recorded its amount without a reference. */
  isByHand?: true;
};

const method = 'cash_on_delivery';

/** The payment to record for a row. */
export const paymentFor = ({ amount, reference }: ListedPayment) => ({
  total: Number(amount),
  method,
  transaction_data: { reference },
});

/**
 * Decides the outcome of a row. A payment is recorded only if it settles the order exactly; a person decides on the rest. The
 * amount of a row without an order is assumed to be in the store's currency. `matched` is how many of the payments that were
 * recorded by hand with this amount belong to other rows.
 */
export function decide(order: Payable | undefined, row: ListedPayment, storeCurrency: string, matched = 0): Decision {
  const currency = order?.currency ?? storeCurrency;
  const units = parseUnits(row.amount, currency);
  if (units === undefined) {
    return { outcome: 'rejected', currency, collected: null, note: `amount: ${tooManyDecimals(currency)}` };
  }
  const is = (outcome: Decision['outcome'], others: Partial<Decision> = {}): Decision => ({
    outcome,
    currency,
    collected: amountText(units, currency),
    ...others,
  });
  if (!order) return is('unknown');
  const { payments, cancelled } = order;
  const recorded = payments.find(({ total, transaction_data }) => total > 0 && transaction_data.reference === row.reference);
  if (recorded && unitsOf(recorded.total, currency) === units) return is('already paid', { isByReference: true });
  if (recorded) {
    return is('differs', { expected: exactText(recorded.total, currency), note: 'recorded with this reference' });
  }
  const balance = unitsOf(order.balance, currency);
  const due = { expected: amountText(balance, currency), note: 'due' };
  if (cancelled) return is('cancelled', { ...due, note: 'nothing is due' });
  if (units === balance) {
    const note = fullOrderProblem(order, row);
    return note ? is('rejected', { note }) : is('pay');
  }
  const byHand = payments.filter((payment) => isCashByHand(payment) && unitsOf(payment.total, currency) === units);
  if (balance > 0n || byHand.length <= matched) return is('differs', due);
  return is('already paid', { note: 'recorded as cash without a reference', isByHand: true });
}

const isCashByHand = (payment: Payable['payments'][number]) =>
  payment.method === method && payment.transaction_data.reference === undefined;

/** The order with the payment of a row. */
export function withPayment(order: Payable, row: ListedPayment): Payable {
  const { currency } = order;
  const balance = unitsOf(order.balance, currency) - (parseUnits(row.amount, currency) as bigint);
  return {
    ...order,
    balance: Number(amountText(balance, currency)),
    payments: [...order.payments, paymentFor(row)],
  };
}

/** Why the order accepts no more payments, or undefined if it does. */
function fullOrderProblem(order: Payable, row: ListedPayment): string | undefined {
  try {
    mustHaveRoom(order, paymentFor(row));
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
