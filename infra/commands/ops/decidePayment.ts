import { ApiError } from '../../../lib/errors.ts';
import { mustHaveRoom } from '../../../lib/order/payment.ts';
import type { Order, Payment } from '../../../lib/order/schema.ts';
import { tooManyDecimals } from '../../../lib/values/money.ts';
import { amountText, exactText, parseUnits, unitsOf } from './money.ts';
import type { ListedPayment } from './paymentList.ts';

export const outcomes = ['paid', 'already paid', 'differs', 'unknown', 'cancelled', 'rejected'] as const;
type Outcome = (typeof outcomes)[number];

/** What an order must tell for a decision. */
export type Payable = Pick<Order, 'number' | 'version' | 'currency' | 'balance' | 'cancelled'> & {
  payments: Pick<Payment, 'total' | 'method' | 'transaction_data'>[];
};

/** What becomes of a row. `pay` is still to be done. Amounts are exact texts; `expected` is what the order says instead. */
export type Decision = {
  outcome: Outcome | 'pay';
  currency: string;
  collected: string | null;
  expected?: string;
  note?: string;
  /** Whether a payment with this reference is why the row is already paid. */
  isByReference?: true;
};

const method = 'cash_on_delivery';

/** The payment that a row stands for. */
export const paymentFor = ({ amount, reference }: ListedPayment) => ({
  total: Number(amount),
  method,
  transaction_data: { reference },
});

/** Decides a row by its order. A payment is recorded only if it settles the order exactly; everything else is for a person. */
export function decide(order: Payable, row: ListedPayment): Decision {
  const { currency, payments, cancelled } = order;
  const units = parseUnits(row.amount, currency);
  if (units === undefined) return tooFine(currency);
  const is = (outcome: Decision['outcome'], others: Partial<Decision> = {}): Decision => ({
    outcome,
    currency,
    collected: amountText(units, currency),
    ...others,
  });
  const recorded = payments.find(({ total, transaction_data }) => total > 0 && transaction_data.reference === row.reference);
  if (recorded && unitsOf(recorded.total, currency) === units) return is('already paid', { isByReference: true });
  if (recorded) {
    return is('differs', { expected: exactText(recorded.total, currency), note: 'recorded with this reference' });
  }
  const balance = unitsOf(order.balance, currency);
  const due = { expected: amountText(balance, currency), note: 'due' };
  if (cancelled) return is('cancelled', due);
  if (units === balance) {
    const note = roomProblem(order, row);
    return note ? is('rejected', { note }) : is('pay');
  }
  const byHand =
    balance <= 0n && payments.some((payment) => isCashByHand(payment) && unitsOf(payment.total, currency) === units);
  return byHand ? is('already paid', { note: 'recorded as cash without a reference' }) : is('differs', due);
}

/** The amount of an unknown order is taken to be in the store's currency. */
export function unknownOrder({ amount }: ListedPayment, currency: string): Decision {
  const units = parseUnits(amount, currency);
  return units === undefined ? tooFine(currency) : { outcome: 'unknown', currency, collected: amountText(units, currency) };
}

const tooFine = (currency: string): Decision => ({
  outcome: 'rejected',
  currency,
  collected: null,
  note: `amount: ${tooManyDecimals(currency)}`,
});

const isCashByHand = (payment: Payable['payments'][number]) =>
  payment.method === method && payment.transaction_data.reference === undefined;

/** The order as it is after the payment of a row. */
export function withPayment(order: Payable, row: ListedPayment): Payable {
  const { currency } = order;
  const balance = unitsOf(order.balance, currency) - (parseUnits(row.amount, currency) as bigint);
  return {
    ...order,
    balance: Number(amountText(balance, currency)),
    payments: [...order.payments, paymentFor(row)],
  };
}

/** Why the order takes no more payments. */
function roomProblem(order: Payable, row: ListedPayment): string | undefined {
  try {
    mustHaveRoom(order, paymentFor(row));
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
