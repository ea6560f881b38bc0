import { ApiError, only } from '../api/errors.ts';
import { mustMatch } from '../api/version.ts';
import { major, minor } from '../values/money.ts';
import { sum, take, totalPerProduct, type Units } from '../values/units.ts';
import {
  creditableUnits,
  maxCreditedLines,
  maxCredits,
  mergedLines,
  minorPriceOf,
  mustHaveRoomForCredit,
  mustHaveRoomForLines,
  withCredit,
} from './credit.ts';
import type { CreditLines, NewCancellation } from './inputs.ts';
import type { Order, Shipment } from './schema.ts';
import { type OrderState, type Recording, recordedWith, withKey, withNextVersion } from './state.ts';
import type { OrderStock } from './stockMoves.ts';
import { creditedLines, sumsOf, withSums } from './sums.ts';

/** Takes unsent units off the order. A repeated request leaves the order unchanged. */
export function cancelPart(
  state: OrderState,
  input: NewCancellation,
  { id, now, idempotency, ifMatch }: Recording,
): OrderState {
  if (recordedWith(state, idempotency)) return state;
  const { order, stock } = state;
  const lines = mergedLines(order, input.lines) as CreditLines;
  mustMatch(ifMatch, 'order', order);
  if (order.cancelled) {
    const message = 'This order is cancelled as a whole. To cancel only a part of it, first set `cancelled` to false.';
    throw new ApiError('order_cancelled', message);
  }
  mustBeCancellable(order, lines);
  mustHaveRoomForLines(order, lines, 'Name fewer lines, or cancel the order.');
  mustHaveRoomForCredit(
    order,
    'Cancel the whole order or, to lower only what it costs, record a refund with `credit: true` once it is paid.',
  );
  const { restock = true, reason = null } = input;
  const { currency } = order;
  // A refund that credits can have credited more than the order costs.
  const uncredited = Math.max((minor(order.total, currency) as number) - sumsOf(order).credited, 0);
  const amount = Math.min(minorPriceOf(order, lines), uncredited);
  const credit = { id, created: now.toISOString(), amount: major(amount, currency), lines, reason, cancelled: true };
  const units = totalPerProduct(lines.map(({ line, quantity }) => ({ sku: skuOf(order, line), quantity })));
  const shipments = withoutUnits(order.shipments, units, now);
  const credits = [...order.credits, credit];
  return withSums({
    ...state,
    order: withNextVersion({ ...withCredit(order, amount), shipments, credits }, now),
    stock: stockWithout(stock, shipments, restock ? [] : units),
    keys: withKey(state, idempotency, id),
  });
}

const skuOf = ({ lines }: Order, line: number) => (lines[line] as Order['lines'][number]).sku;

const isReady = ({ state }: Shipment) => state === 'ready';

/** The units of each product in ready shipments. */
const readyUnits = ({ shipments }: Order) => totalPerProduct(shipments.filter(isReady).flatMap(({ lines }) => lines));

const unitsIn = ({ shipments }: Order) => sum(shipments.flatMap(({ lines }) => lines));

/** Throws unless all these units are still in ready shipments, and something of the order would be left. */
function mustBeCancellable(order: Order, lines: CreditLines): void {
  const ready = new Map(readyUnits(order).map(({ sku, quantity }) => [sku, quantity]));
  let left = unitsIn(order);
  for (const [i, { line, quantity }] of lines.entries()) {
    const sku = skuOf(order, line);
    const inReady = ready.get(sku) ?? 0;
    const possible = Math.min(creditableUnits(order.lines[line] as Order['lines'][number]), inReady);
    const max = Math.max(i === lines.length - 1 ? Math.min(possible, left - 1) : possible, 0);
    if (quantity > max) throw exceedsReady(line, quantity, max, max < possible);
    ready.set(sku, inReady - quantity);
    left -= quantity;
  }
}

function exceedsReady(line: number, quantity: number, max: number, isLastUnit: boolean): ApiError {
  const rest = isLastUnit ? ' Something must be left: to cancel everything, cancel the order.' : adviceFor(max);
  const message = `You tried to cancel ${quantity} ${quantity === 1 ? 'unit' : 'units'} of line ${line}, but ${only(max)} can be cancelled.${rest}`;
  return new ApiError('cancellation_exceeds_ready', message, { max });
}

const adviceFor = (max: number) =>
  max > 0
    ? ` Cancel at most ${max}.`
    : ' If the goods have left, record a return. If they were cancelled, credited or refunded already, nothing is left to cancel.';

/** How many units one request can cancel, in as many lines as it can still name. */
export function cancellableUnits(order: Order): number {
  if (order.cancelled || order.credits.length >= maxCredits) return 0;
  const open = order.lines.map((line) => ({ sku: line.sku, quantity: creditableUnits(line) }));
  // Each product goes to the lines that can give the most, so that few lines are named.
  const widestFirst = open.toSorted((a, b) => b.quantity - a.quantity);
  const possible = take(readyUnits(order), widestFirst);
  const room = Math.max(maxCreditedLines - creditedLines(order).length, 0);
  const most = possible.sort((a, b) => b - a).slice(0, room);
  return Math.min(
    most.reduce((total, units) => total + units, 0),
    unitsIn(order) - 1,
  );
}

/** A request to cancel one unit of the first line that still has one to cancel. */
export function oneCancelled(order: Order): NewCancellation {
  const ready = readyUnits(order);
  const possible = order.lines.find((line) => creditableUnits(line) > 0 && ready.some(({ sku }) => sku === line.sku));
  return { lines: [{ line: possible?.line ?? 0, quantity: 1 }] };
}

/** The shipments after these units have left the ready ones, newest first. Empty shipments vanish. */
function withoutUnits(shipments: Shipment[], units: Units[], now: Date): Shipment[] {
  let left = units;
  const changed = shipments.toReversed().map((shipment) => {
    const given = isReady(shipment) ? take(left, shipment.lines) : [];
    const taken = shipment.lines.map(({ sku }, i) => ({ sku, quantity: given[i] ?? 0 }));
    if (sum(taken) === 0) return shipment;
    left = totalPerProduct([...left, ...taken.map(({ sku, quantity }) => ({ sku, quantity: -quantity }))]);
    const lines = shipment.lines.map((line, i) => ({ ...line, quantity: line.quantity - (given[i] as number) }));
    return { ...shipment, lines: lines.filter(({ quantity }) => quantity > 0), updated: now.toISOString() };
  });
  return changed.filter(({ lines }) => lines.length > 0).reverse();
}

/** Forgets shipments that have gone. Units that were written off stay taken from the available stock. */
function stockWithout({ holdings, writtenOff = [], ...stock }: OrderStock, shipments: Shipment[], lost: Units[]): OrderStock {
  const off = totalPerProduct([...writtenOff, ...lost]);
  const kept = shipments.flatMap(({ id }) => (holdings[id] ? [[id, holdings[id]] as const] : []));
  return { ...stock, holdings: Object.fromEntries(kept), ...(off.length > 0 && { writtenOff: off }) };
}
