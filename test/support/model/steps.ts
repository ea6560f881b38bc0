import fc from 'fast-check';
import type { State } from './order.ts';

const sku = fc.constantFrom('sku-a', 'sku-b', 'sku-c');
const price = fc.constantFrom(0, 1, 10, 30, 1999, 123_456);
const flag = fc.boolean();
const sometimes = <T>(arbitrary: fc.Arbitrary<T>, freq = 2) => fc.option(arbitrary, { nil: undefined, freq });
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const percent = sometimes(fc.integer({ min: 1, max: 125 }));
const text = fc.constantFrom(null, 'Ada', 'Bo');
const reason = sometimes(fc.constant('torn'));

const texts = { customer: text, address: text, note: text };
const cancellation = fc
  .record({ authorized: flag, cancelled: flag, restock: flag, visible: flag }, { requiredKeys: ['cancelled'] })
  .map(({ restock, ...rest }) => (restock === undefined ? rest : { ...rest, restock: restock && rest.cancelled }));
const patch = fc.oneof(
  weighted(3, fc.record({ authorized: fc.constantFrom(true, true, false) })),
  weighted(2, fc.constant({ cancelled: true, restock: true })),
  weighted(5, fc.constant({ cancelled: false })),
  weighted(1, fc.constant({ cancelled: true })),
  weighted(1, fc.record({ visible: flag })),
  weighted(3, fc.record({ customer: text })),
  weighted(3, fc.record({ address: text })),
  weighted(1, fc.record({ note: text })),
  weighted(2, cancellation),
  // Some of these cannot be combined.
  weighted(1, fc.record({ visible: flag, ...texts, cancelled: flag, restock: flag }, { requiredKeys: ['visible'] })),
);

const state = fc.constantFrom<State>('ready', 'shipped', 'shipped', 'delivered');
const shipmentPatch = fc.oneof(
  weighted(3, fc.record({ state })),
  weighted(1, fc.record({ state, carrier: text })),
  weighted(1, fc.record({ carrier: text })),
);

const line = fc.record({ sku, quantity: fc.integer({ min: 1, max: 4 }), price }, { requiredKeys: ['sku', 'quantity'] });
/** `line` selects one of the order's lines, or sometimes one that it does not have. */
const units = fc.array(fc.record({ line: fc.nat(30), quantity: fc.integer({ min: 1, max: 3 }) }), {
  minLength: 1,
  maxLength: 3,
});
/** `returns` selects one of the order's payments, or sometimes something else. */
const refundOfLines = fc.record({
  ...{ refund: fc.constantFrom(true, true, true, true, true, true, true, false), percent, reason },
  ...{ credit: sometimes(fc.constantFrom(true, true, false)), lines: sometimes(units) },
  returns: sometimes(fc.nat(30)),
});

const actions = {
  place: fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    shipping: fc.constantFrom(0, 490),
    authorized: fc.constantFrom(true, true, true, false),
  }),
  pay: fc.oneof(
    weighted(8, fc.record({ refund: fc.constant(false), percent: sometimes(fc.integer({ min: 1, max: 125 }), 4) })),
    weighted(2, fc.record({ refund: fc.constant(true), percent })),
    weighted(9, refundOfLines),
  ),
  credit: fc.oneof(
    weighted(4, fc.record({ lines: units, reason })),
    weighted(4, fc.record({ percent: fc.integer({ min: 1, max: 125 }), reason })),
    weighted(1, fc.record({ percent, lines: sometimes(units) })),
  ),
  cancel: fc.record({ lines: units, reason, restock: sometimes(flag) }),
  patch: fc.record({ patch }),
  erase: fc.record({}),
  /** `from` and `shipment` select one of the order's shipments, and `line` one of its lines, or sometimes nothing. */
  split: fc.record({ from: fc.nat(30), lines: units }),
  return: fc.record({
    ...{ shipment: fc.nat(29), reason },
    ...{ lines: sometimes(units), restock: sometimes(fc.constantFrom(true, false, false)) },
  }),
  ship: fc.record({ shipment: fc.nat(29), patch: shipmentPatch }),
  adjust: fc.record({ sku, by: fc.integer({ min: -5, max: 6 }) }),
  put: fc.record({ sku, stock: fc.option(fc.nat(6), { nil: null, freq: 2 }), price }),
};
const weights: Record<keyof typeof actions, number> = {
  ...{ place: 3, pay: 19, credit: 4, cancel: 6, patch: 10, erase: 2 },
  ...{ ship: 8, split: 4, return: 6, adjust: 3, put: 2 },
};

/** One request. `target` selects one of the orders that exist by then, and `on` the version in If-Match. */
const single = fc.record({
  action: fc.oneof(
    ...Object.entries(actions).map(([kind, arbitrary]) => ({
      weight: weights[kind as keyof typeof actions],
      arbitrary: (arbitrary as fc.Arbitrary<object>).map((action) => ({ kind, ...action })),
    })),
  ),
  target: fc.nat(1000),
  keyed: flag,
  on: fc.constantFrom(undefined, undefined, undefined, undefined, 'current', 'former'),
});
export type Single = typeof single extends fc.Arbitrary<infer S> ? S : never;

const few = { minLength: 2, maxLength: 4 };
/** One request, a repeat of an earlier one (unchanged or altered), several to one order at once, or copies of one at once. */
export const step = fc.oneof(
  weighted(14, fc.record({ how: fc.constant('once' as const), single })),
  weighted(2, fc.record({ how: fc.constant('again' as const), which: fc.nat(1000), altered: fc.nat(4).map((n) => n === 0) })),
  weighted(2, fc.record({ how: fc.constant('together' as const), target: fc.nat(1000), singles: fc.array(single, few) })),
  weighted(1, fc.record({ how: fc.constant('crowd' as const), single, times: fc.integer({ min: 2, max: 4 }) })),
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
