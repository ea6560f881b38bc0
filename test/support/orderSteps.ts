import fc from 'fast-check';
import { balanceOf, netPaidOf, type Order, type State } from './orderModel.ts';
import type { Action, Request, Shop } from './shopModel.ts';

const skus = ['sku-a', 'sku-b', 'sku-c'] as const;
const sku = fc.constantFrom(...skus);
const price = fc.constantFrom(0, 1, 10, 30, 1999, 123_456);
const percent = fc.option(fc.integer({ min: 1, max: 125 }), { nil: undefined, freq: 2 });
const flag = fc.boolean();
const patch = fc.oneof(
  { weight: 3, arbitrary: fc.record({ authorized: flag }) },
  { weight: 4, arbitrary: fc.constant({ cancelled: true, restock: true }) },
  { weight: 4, arbitrary: fc.constant({ cancelled: false }) },
  { weight: 1, arbitrary: fc.constant({ cancelled: true }) },
  { weight: 1, arbitrary: fc.record({ visible: flag }) },
  {
    weight: 2,
    arbitrary: fc
      .record({ authorized: flag, cancelled: flag, restock: flag, visible: flag }, { requiredKeys: ['cancelled'] })
      .map(({ restock, ...rest }) => (restock === undefined ? rest : { ...rest, restock: restock && rest.cancelled })),
  },
);

const line = fc.record({ sku, quantity: fc.integer({ min: 1, max: 4 }), price }, { requiredKeys: ['sku', 'quantity'] });
const actions = {
  place: fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    shipping: fc.constantFrom(0, 490),
    authorized: flag,
  }),
  pay: fc.record({ refund: fc.constant(false), percent }),
  refund: fc.record({ refund: fc.constant(true), percent }),
  patch: fc.record({ patch }),
  ship: fc.record({ state: fc.constantFrom<State>('ready', 'shipped', 'delivered') }),
  adjust: fc.record({ sku, by: fc.integer({ min: -5, max: 6 }) }),
  put: fc.record({ sku, stock: fc.option(fc.nat(6), { nil: null, freq: 2 }), price }),
  override: fc.record({ available: fc.constantFrom(true, null, false) }),
};
const weights = { place: 6, pay: 5, refund: 3, patch: 8, ship: 4, adjust: 3, put: 2, override: 0.2 } as const;

/** One request. `target` selects one of the orders that exist by then, and `on` the version in If-Match. */
const single = fc.record({
  action: fc.oneof(
    ...Object.entries(actions).map(([kind, arbitrary]) => ({
      weight: weights[kind as keyof typeof weights] * 5,
      arbitrary: (arbitrary as fc.Arbitrary<object>).map((action) => ({ kind: kind === 'refund' ? 'pay' : kind, ...action })),
    })),
  ),
  target: fc.nat(1000),
  keyed: flag,
  on: fc.constantFrom(undefined, undefined, undefined, undefined, 'current', 'former'),
});
type Single = typeof single extends fc.Arbitrary<infer S> ? S : never;

const few = { minLength: 2, maxLength: 4 };
/** One request, a repeat of an earlier one (unchanged or altered), several to one order at once, or copies of one at once. */
export const step = fc.oneof(
  { weight: 14, arbitrary: fc.record({ how: fc.constant('once' as const), single }) },
  {
    weight: 2,
    arbitrary: fc.record({ how: fc.constant('again' as const), which: fc.nat(1000), altered: fc.nat(4).map((n) => n === 0) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ how: fc.constant('together' as const), target: fc.nat(1000), singles: fc.array(single, few) }),
  },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('crowd' as const), single, times: fc.integer({ min: 2, max: 4 }) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The requests that a step sends at once. There are none if there is no order to target. `sent` had an Idempotency-Key. */
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

function addressed({ action, target, keyed, on }: Single, shop: Shop, key: string): Request | [] {
  const { kind, percent, refund, ...given } = action as { kind: string; percent?: number; refund?: boolean };
  const header = keyed && ['place', 'pay', 'adjust'].includes(kind) ? { key } : {};
  if (!['pay', 'patch', 'ship'].includes(kind)) return { action: { kind, ...given } as Action, ...header };
  const orders = Object.values(shop.orders);
  const order = orders[target % orders.length];
  if (!order) return [];
  const money = refund === undefined ? {} : { refund, ...(percent && { total: amountOf(order, refund, percent) }) };
  const ifMatch = kind === 'ship' || on === undefined ? {} : { ifMatch: order.version - (on === 'former' ? 1 : 0) };
  return { action: { kind, order: order.number, ...given, ...money } as Action, ...header, ...ifMatch };
}

/** This percentage of the amount that is due or refundable. If that is nothing, some other amount. */
function amountOf(order: Order, refund: boolean, percent: number): number {
  const most = Math.max(refund ? netPaidOf(order) : balanceOf(order), 0);
  return (Math.floor((most * percent) / 100) || percent) * (refund ? -1 : 1);
}

/** The same Idempotency-Key with a different, valid body. */
function altered({ action, ...rest }: Request): Request {
  if (action.kind === 'place') return { action: { ...action, shipping: action.shipping + 1 }, ...rest };
  if (action.kind === 'pay') return { action: { ...action, total: (action.total ?? 0) + (action.refund ? -1 : 1) }, ...rest };
  return { action, ...rest };
}
