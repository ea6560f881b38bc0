import {
  balanceOf,
  type LineUnits,
  moneyIn,
  type Order,
  type Outcome,
  orderView,
  type Payment,
  rejected,
  sum,
} from './order.ts';

/** A simple model of the contract for payments, refunds and credits. */
export type NewPayment = {
  refund: boolean;
  total?: number | undefined;
  credit?: boolean | undefined;
  lines?: LineUnits[] | undefined;
  payment?: string | undefined;
  reason?: string | undefined;
};
export type NewCredit = { amount?: number | undefined; lines?: LineUnits[] | undefined; reason?: string | undefined };

/** What is left of a payment after the refunds that name it. */
export const leftOf = ({ payments }: Order, { id, total }: Payment) =>
  total + moneyIn(payments.filter(({ payment }) => payment === id));

export const isInvalidPayment = ({ refund, total, credit, lines, payment, reason }: NewPayment) =>
  refund
    ? (lines && credit === false) || (credit && !lines && total === undefined)
    : [credit, lines, payment, reason].some((field) => field !== undefined);

export const isInvalidCredit = ({ amount, lines }: NewCredit) => (amount === undefined) === (lines === undefined);

/** Whether a request names a line or a payment that the order does not have, or gives no amount for lines worth nothing. */
export const isInvalidFor = (order: Order, { lines, payment, ...given }: NewPayment | (NewCredit & { payment?: undefined })) =>
  lines?.some(({ line }) => line >= order.lines.length) ||
  (payment !== undefined && !payments(order, payment)) ||
  ('refund' in given && lines && given.total === undefined && priceOf(order, lines) === 0);

const payments = (order: Order, payment: string | undefined) =>
  order.payments.find(({ id, total }) => id === payment && total > 0);

export const priceOf = (order: Order, lines: LineUnits[]) =>
  sum(lines.map(({ line, quantity }) => quantity * (order.lines[line]?.price as number)));

/** Each line once, in the order in which they are first named. */
export const merged = (lines: LineUnits[]): LineUnits[] =>
  [...new Set(lines.map(({ line }) => line))].map((line) => ({
    line,
    quantity: sum(lines.filter((each) => each.line === line).map(({ quantity }) => quantity)),
  }));

/** The first line of which more units are named than are left. */
function exceededLine(order: Order, lines: LineUnits[]): Outcome | undefined {
  for (const { line, quantity } of merged(lines)) {
    const { quantity: ordered, creditedUnits, cancelledUnits } = order.lines[line] as Order['lines'][number];
    const max = ordered - creditedUnits - cancelledUnits;
    if (quantity > max) return rejected('refund_exceeds_lines', { max });
  }
  return undefined;
}

function creditLines(order: Order, lines: LineUnits[]): void {
  for (const { line, quantity } of lines) (order.lines[line] as Order['lines'][number]).creditedUnits += quantity;
}

export function pay(order: Order, input: NewPayment, id: string): Outcome {
  if (input.refund) return refund(order, input, id);
  const balance = balanceOf(order);
  const { total = balance } = input;
  if (order.cancelled) return rejected('order_cancelled');
  if (input.total === undefined && balance <= 0) return rejected('order_settled');
  if (total > balance) return rejected('payment_exceeds_balance', { max: Math.max(balance, 0) });
  return record(order, { id, total, credit: false, lines: null, payment: null, reason: null });
}

function refund(order: Order, input: NewPayment, id: string): Outcome {
  const { lines, credit = lines !== undefined, reason = null } = input;
  const payment = payments(order, input.payment);
  if (credit && order.cancelled) return rejected('order_cancelled');
  const exceeded = exceededLine(order, lines ?? []);
  if (exceeded) return exceeded;
  const left = payment ? leftOf(order, payment) : Number.POSITIVE_INFINITY;
  const price = lines ? priceOf(order, lines) : -balanceOf(order);
  const amount = input.total === undefined ? Math.min(price, left || price) : -input.total;
  if (amount > left) return rejected('refund_exceeds_payment', { max: left });
  if (amount > moneyIn(order.payments)) return rejected('refund_exceeds_paid', { max: moneyIn(order.payments) });
  if (amount <= 0) return rejected('nothing_to_refund');
  creditLines(order, lines ?? []);
  if (credit) order.credited += amount;
  return record(order, {
    id,
    total: -amount,
    credit,
    lines: lines ? merged(lines) : null,
    payment: payment?.id ?? null,
    reason,
  });
}

function record(order: Order, fields: Omit<Payment, 'balance_after'>): Outcome {
  const payment = { ...fields, balance_after: balanceOf(order) - fields.total };
  order.payments.push(payment);
  order.version += 1;
  return { status: 201, resource: payment };
}

export function credit(order: Order, { lines = [], amount = priceOf(order, lines) }: NewCredit): Outcome {
  if (order.cancelled) return rejected('order_cancelled');
  const exceeded = exceededLine(order, lines);
  if (exceeded) return exceeded;
  const due = Math.max(balanceOf(order), 0);
  if (amount > due) return rejected('credit_exceeds_balance', { max: due });
  creditLines(order, lines);
  order.credited += amount;
  order.version += 1;
  return { status: 201, resource: orderView(order) };
}
