import { major, minor } from '../values/money.ts';
import type { CreditLines } from './inputs.ts';
import type { Order } from './schema.ts';
import type { OrderState } from './state.ts';

/** The sums of an order, in minor units. `paid` and `refunded` can outgrow what a number holds exactly. `kept` is their difference. */
export function sumsOf({ currency, total, cancelled, payments, credited: takenOff }: Order) {
  const units = (value: number) => minor(value, currency) as number;
  let [paid, refunded, kept] = [0n, 0n, 0];
  for (const payment of payments) {
    const amount = units(payment.total);
    if (amount > 0) paid += BigInt(amount);
    else refunded -= BigInt(amount);
    kept += amount;
  }
  const credited = units(takenOff);
  return { paid, refunded, kept, credited, balance: (cancelled ? 0 : units(total) - credited) - kept };
}

/** The order with its sums and the credited units of its lines, recalculated from its payments and credits. */
export function withSums(state: OrderState): OrderState {
  const { order } = state;
  const { paid, refunded, balance } = sumsOf(order);
  const { currency } = order;
  const credits = creditedLines(order);
  const lines = order.lines.map((line) => ({ ...line, ...unitsOff(credits, line) }));
  const sums = { paid: major(paid, currency), refunded: major(refunded, currency), balance: major(balance, currency) };
  return { ...state, order: { ...order, lines, ...sums } };
}

type CreditedLine = CreditLines[number] & { cancelled: boolean };

/** How many units of a line were cancelled, and how many were credited. */
function unitsOff(credits: CreditedLine[], { line }: { line: number }) {
  const off = { cancelled: 0, credited: 0 };
  for (const credit of credits) if (credit.line === line) off[credit.cancelled ? 'cancelled' : 'credited'] += credit.quantity;
  return off;
}

/** The lines that refunds, credits and cancellations have named. */
export const creditedLines = ({ payments, credits }: Order): CreditedLine[] => [
  ...payments.flatMap(({ lines }) => (lines ?? []).map((line) => ({ ...line, cancelled: false }))),
  ...credits.flatMap(({ lines, cancelled }) => (lines ?? []).map((line) => ({ ...line, cancelled }))),
];
