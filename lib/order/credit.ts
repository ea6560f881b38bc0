import { ApiError, type FieldError, invalid, invalidRequest, only } from '../api/errors.ts';
import { mustMatch } from '../api/version.ts';
import { major, minor, tooManyDecimals } from '../values/money.ts';
import type { CreditLines, NewCredit } from './inputs.ts';
import type { Order } from './schema.ts';
import { type OrderState, type Recording, recordedWith, withKey, withNextVersion } from './state.ts';
import { creditedLines, sumsOf, withSums } from './sums.ts';

export const maxCredits = 100;
export const maxCreditedLines = 500;

/** Credits an amount or the price of some lines. A repeated request leaves the order unchanged. */
export function recordCredit(state: OrderState, input: NewCredit, { id, now, idempotency, ifMatch }: Recording): OrderState {
  const { order } = state;
  const { currency } = order;
  const requested = input.amount === undefined ? undefined : minor(input.amount, currency);
  if (input.amount !== undefined && requested === undefined) throw invalid('amount', tooManyDecimals(currency));
  if (recordedWith(state, idempotency)) return state;
  const lines = mergedLines(order, input.lines);
  mustMatch(ifMatch, 'order', order);
  if (order.cancelled) throw nothingToCredit();
  mustBeCreditable(order, lines);
  const amount = requested ?? minorPriceOf(order, lines ?? []);
  const { balance } = sumsOf(order);
  const due = Math.max(balance, 0);
  const max = major(due, currency);
  if (amount > due) {
    const message = `The credit is ${major(amount, currency)} ${currency}, but ${only(max, currency)} is due.${balance > 0 ? ` Credit at most ${max}.` : ''} To return money that was already paid, record a refund with a negative \`total\` and \`credit: true\`.`;
    throw new ApiError('credit_exceeds_balance', message, { max });
  }
  mustHaveRoomForLines(order, lines, 'For the rest, send `amount` instead.');
  mustHaveRoomForCredit(order, 'To lower what it costs further, record a refund with `credit: true` once it is paid.');
  const [created, reason] = [now.toISOString(), input.reason ?? null];
  const credit = { id, created, amount: major(amount, currency), lines, reason, cancelled: false };
  return withSums({
    ...state,
    order: withNextVersion({ ...withCredit(order, amount), credits: [...order.credits, credit] }, now),
    keys: withKey(state, idempotency, id),
  });
}

/** `advice` is what to do at the limit. */
export function mustHaveRoomForCredit({ credits }: Order, advice: string): void {
  if (credits.length < maxCredits) return;
  const message = `This order has ${maxCredits} credits and cancelled parts, which is the limit. ${advice}`;
  throw new ApiError('order_full', message);
}

/** The order with this much more credited, in minor units. */
export const withCredit = (order: Order, amount: number): Order => ({
  ...order,
  credited: major(sumsOf(order).credited + amount, order.currency),
});

export const nothingToCredit = () =>
  new ApiError(
    'order_cancelled',
    'A cancelled order has nothing to credit. To return money, record a refund with a negative `total` and without `credit` and `lines`.',
  );

/** Adds up lines that are named twice. Throws if the order has no such line, or there are other errors. */
export function mergedLines({ lines }: Order, given: CreditLines | undefined, others: FieldError[] = []): CreditLines | null {
  const last = lines.length - 1;
  const unknown = (given ?? []).flatMap(({ line }, i) =>
    line > last ? [{ field: `lines[${i}].line`, message: `the order has no line ${line}; its last line is ${last}` }] : [],
  );
  const errors = [...unknown, ...others];
  if (errors.length > 0) throw invalidRequest(errors);
  if (!given) return null;
  const units = new Map<number, number>();
  for (const { line, quantity } of given) units.set(line, (units.get(line) ?? 0) + quantity);
  return [...units].map(([line, quantity]) => ({ line, quantity }));
}

/** The price of units of lines, in minor units. */
export const minorPriceOf = ({ lines, currency }: Order, units: CreditLines): number =>
  units.reduce((sum, { line, quantity }) => sum + quantity * (minor(lines[line]?.price as number, currency) as number), 0);

/** All refunds and credits together cannot exceed a line's quantity. */
export function mustBeCreditable(order: Order, lines: CreditLines | null): void {
  const all = lines ?? [];
  for (const { line, quantity } of all) {
    const max = creditableUnits(order.lines[line] as Order['lines'][number]);
    if (quantity <= max) continue;
    const none = all.length > 1 ? ' Leave this line out.' : '';
    const advice = max > 0 ? ` Send at most ${max}.` : none;
    const message = `You sent a quantity of ${quantity} for line ${line}, but ${only(max)} can still be refunded or credited.`;
    throw new ApiError('refund_exceeds_lines', `${message}${advice}`, { max });
  }
}

/** The units of a line that no refund, credit or cancellation has named yet. */
export const creditableUnits = ({ quantity, cancelled, credited }: Order['lines'][number]) => quantity - cancelled - credited;

/** A credit that is possible even if nothing is due: one unit that costs nothing. */
export function freeCredit({ lines }: Order): NewCredit | undefined {
  const free = lines.find((line) => line.price === 0 && creditableUnits(line) > 0);
  return free && { lines: [{ line: free.line, quantity: 1 }] };
}

/** `advice` is what to do at the limit. */
export function mustHaveRoomForLines(order: Order, lines: CreditLines | null, advice: string): void {
  const count = creditedLines(order).length + (lines?.length ?? 0);
  if (count <= maxCreditedLines) return;
  const message = `The refunds, credits and cancelled parts of this order would name ${count} lines; the limit is ${maxCreditedLines}. ${advice}`;
  throw new ApiError('order_full', message);
}
