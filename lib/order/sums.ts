import { major, minor } from '../values/money.ts';
import type { CreditLines } from './inputs.ts';
import type { Order } from './schema.ts';
import type { OrderState } from './state.ts';

/** The sums of an order, in minor units. */
export function sumsOf({ currency, total, cancelled, payments, credited: takenOff }: Order) {
  const units = (value: number) => minor(value, currency) as number;
  let paid = 0;
  let refunded = 0;
  for (const payment of payments) {
    if (payment.total > 0) paid += units(payment.total);
    else refunded -= units(payment.total);
  }
  const credited = units(takenOff);
  return { paid, refunded, credited, balance: (cancelled ? 0 : units(total) - credited) - paid + refunded };
}

/** The order with its sums and the credited units of its lines, recalculated from its payments and credits. */
export function withSums(state: OrderState): OrderState {
  const { order } = state;
  const { paid, refunded, balance } = sumsOf(order);
  const { currency } = order;
  const units = creditedUnits(state);
  const lines = order.lines.map((line, i) => ({ ...line, credited: units[i] as number }));
  const sums = { paid: major(paid, currency), refunded: major(refunded, currency), balance: major(balance, currency) };
  return { ...state, order: { ...order, lines, ...sums } };
}

/** How many units of each line refunds and credits have named. */
function creditedUnits(state: OrderState): number[] {
  const units = state.order.lines.map(() => 0);
  for (const { line, quantity } of creditedLines(state)) units[line] = (units[line] as number) + quantity;
  return units;
}

/** The lines that refunds and credits have named. */
export const creditedLines = ({ order, credits }: OrderState): CreditLines =>
  [...order.payments, ...credits].flatMap(({ lines }) => lines ?? []);
