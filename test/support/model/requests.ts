import { leftOf } from './money.ts';
import { balanceOf, type LineUnits, moneyIn, type Order } from './order.ts';
import type { Action, Request, Shop } from './shop.ts';
import type { Single, Step } from './steps.ts';

/** The requests that a step sends at once. None if there is no order to target. `sent` had an Idempotency-Key. */
export function requestsOf(step: Step, shop: Shop, sent: Request[], key: string): Request[] {
  switch (step.how) {
    case 'once':
      return [addressed(step.single, shop, key)].flat();
    case 'crowd':
      return Array(step.times)
        .fill([addressed(step.single, shop, key)].flat())
        .flat();
    case 'together':
      return step.singles.flatMap((single, i) => addressed({ ...single, target: step.target }, shop, `${key}-${i}`));
    case 'again': {
      const earlier = sent[step.which % sent.length];
      return earlier ? [step.altered ? altered(earlier) : earlier] : [];
    }
  }
}

type Drawn = {
  kind: Action['kind'];
  refund?: boolean;
  percent?: number;
  lines?: LineUnits[];
  returns?: number;
  shipment?: number;
  from?: number;
};

function addressed({ action, target, keyed, on }: Single, shop: Shop, key: string): Request | [] {
  const drawn = action as Drawn;
  const { kind } = drawn;
  const header = keyed && ['place', 'pay', 'credit', 'cancel', 'split', 'return', 'adjust'].includes(kind) ? { key } : {};
  if (!['pay', 'credit', 'cancel', 'patch', 'erase', 'ship', 'split', 'return'].includes(kind))
    return { action: drawn as Action, ...header };
  const orders = Object.values(shop.orders);
  const order = orders[target % orders.length];
  if (!order) return [];
  const ifMatch = kind !== 'erase' && on ? { ifMatch: order.version - (on === 'former' ? 1 : 0) } : {};
  return { action: { order: order.number, ...resolved(drawn, order) } as Action, ...header, ...ifMatch };
}

/** The action with the ids, lines and amounts of this order. */
function resolved({ percent, lines, returns, shipment, from, ...given }: Drawn, order: Order) {
  const payment = returns === undefined ? undefined : paymentOf(order, returns);
  const amount = percent && amountOf(order, given, payment, percent);
  if (given.kind === 'split' || given.kind === 'return') return parcel({ lines, shipment, from, ...given }, order);
  return {
    ...given,
    ...(payment && { payment }),
    ...(lines && { lines: lines.map(({ line, quantity }) => ({ line: lineOf(order, line), quantity })) }),
    ...(amount && { [given.kind === 'credit' ? 'amount' : 'total']: amount }),
    ...(shipment !== undefined && { shipment: order.shipments[shipment % order.shipments.length]?.id }),
  };
}

/** 30 selects a line that the order does not have. */
const lineOf = ({ lines }: Order, drawn: number) => (drawn === 30 ? lines.length : drawn % lines.length);

/** Mostly splits a shipment that is ready, and returns one that is not. 30 selects no shipment, or another product. */
function parcel({ lines, shipment, from, ...given }: Drawn, { shipments }: Order) {
  const drawn = from ?? shipment ?? 0;
  const suitable = shipments.filter(({ state }) => (state === 'ready') === (given.kind === 'split'));
  const candidates = suitable.length > 0 && drawn % 5 > 0 ? suitable : shipments;
  const chosen = candidates[drawn % candidates.length] as Order['shipments'][number];
  const skuOf = (line: number) => (line === 30 ? 'sku-c' : chosen.lines[line % chosen.lines.length]?.sku);
  return {
    ...given,
    ...(from === undefined ? { shipment: chosen.id } : { from: from === 30 ? 'shp_unknown' : chosen.id }),
    ...(lines && { lines: lines.map(({ line, quantity }) => ({ sku: skuOf(line), quantity })) }),
  };
}

/** 30 selects a payment that does not exist, and 29 the latest, which may be a refund. */
function paymentOf({ payments }: Order, drawn: number): string | undefined {
  if (drawn === 30) return 'pay_unknown';
  const positive = payments.filter(({ total }) => total > 0);
  return (drawn === 29 ? payments.at(-1) : positive[drawn % positive.length])?.id;
}

/** This percentage of the amount that is due or refundable. If that is nothing, some other amount. */
function amountOf(order: Order, { kind, refund }: Drawn, named: string | undefined, percent: number): number {
  const payment = order.payments.find(({ id }) => id === named);
  const refundable = payment ? leftOf(order, payment) : moneyIn(order.payments);
  const most = Math.max(kind === 'pay' && refund ? refundable : balanceOf(order), 0);
  return (Math.floor((most * percent) / 100) || percent) * (refund ? -1 : 1);
}

/** The same Idempotency-Key, with a different body if the action has one to vary. */
function altered({ action, ...rest }: Request): Request {
  if (action.kind === 'place') return { action: { ...action, shipping: action.shipping + 1 }, ...rest };
  if (action.kind === 'pay') return { action: { ...action, total: (action.total ?? 0) + (action.refund ? -1 : 1) }, ...rest };
  if (action.kind === 'credit' || action.kind === 'cancel' || action.kind === 'return')
    return { action: { ...action, reason: 'altered' }, ...rest };
  if (action.kind === 'split')
    return { action: { ...action, lines: [...action.lines, { sku: 'sku-a', quantity: 1 }] }, ...rest };
  return { action, ...rest };
}
