import { expect, test } from '@jest/globals';
import { ApiError } from '../../../lib/api/errors.ts';
import { actionsOf } from '../../../lib/order/actions.ts';
import { cancelPart } from '../../../lib/order/cancelPart.ts';
import { recordCredit } from '../../../lib/order/credit.ts';
import type { NewCancellation } from '../../../lib/order/inputs.ts';
import { patchOrder } from '../../../lib/order/patchOrder.ts';
import { recordPayment } from '../../../lib/order/payments.ts';
import { patchShipment, returnShipment, splitShipment } from '../../../lib/order/shipments.ts';
import type { OrderState } from '../../../lib/order/state.ts';
import { builtOrder, storedProduct } from '../../support/builtOrder.ts';

type Change = (state: OrderState) => OrderState;

const now = new Date('2026-11-22T08:00:00.000Z');
const request = { now, idempotency: undefined, ifMatch: undefined };
const prices: Record<string, number> = { tea: 10, cup: 5, card: 0 };

type Line = [sku: string, quantity: number];

function orderOf(...lines: Line[]): OrderState {
  const products = lines.map(([sku]) => storedProduct(sku, prices[sku] ?? 1));
  return builtOrder({ lines: lines.map(([sku, quantity]) => ({ sku, quantity })) }, products, { now });
}

/** 35 EUR in all. */
const anOrder = () => orderOf(['tea', 3], ['cup', 1], ['card', 1]);

/** An order after these changes. */
const changed = (order: OrderState, ...changes: Change[]) => changes.reduce((state, change) => change(state), order);

let payments = 0;
const pay = (total?: number, more: object = {}): Change => {
  payments += 1;
  const id = `pay_${payments}`;
  return (state) => recordPayment(state, { ...(total !== undefined && { total }), ...more }, { id, ...request });
};
const refund = (total?: number, more: object = {}) => pay(total, { method: 'refund', ...more });
const credit =
  (input: object): Change =>
  (state) =>
    recordCredit(state, input, { id: 'crd_1', ...request });
const cancel =
  (input: NewCancellation): Change =>
  (state) =>
    cancelPart(state, input, { id: 'crd_1', ...request });
const update =
  (patch: object): Change =>
  (state) =>
    patchOrder(state, patch, now, undefined);
const ship =
  (patch: object, id = 'shp_1'): Change =>
  (state) =>
    patchShipment(state, id, patch, now, undefined);
const split = (units: Record<string, number>): Change => {
  const lines = Object.entries(units).map(([sku, quantity]) => ({ sku, quantity }));
  return (state) => splitShipment(state, { from: 'shp_1', lines }, { id: 'shp_2', ...request });
};
const returnUnits =
  (input: object): Change =>
  (state) =>
    returnShipment(state, 'shp_1', input, { id: 'ret_1', ...request });
const returned = (sku: string, quantity: number) => returnUnits({ lines: [{ sku, quantity }] });
const repeat = (count: number, change: () => Change): Change[] => Array.from({ length: count }, change);

const full = repeat(100, () => credit({ amount: 0.1 }));
const shipped = [update({ authorized: true }), ship({ state: 'shipped' })];
/** A refund of the first payment, or of the latest with -1. */
const refundOf =
  (place: 0 | -1, more: object): Change =>
  (state) =>
    refund(undefined, { payment: state.order.payments.at(place)?.id, ...more })(state);
const units = (line: number, quantity: number) => ({ lines: [{ line, quantity }] });
const oneTwice = { lines: [...units(0, 1).lines, ...units(0, 1).lines] };
const twoUnknown = { lines: [...units(3, 1).lines, ...units(4, 1).lines] };
const invalid = { code: 'invalid_request' };
const exceedsReady = { code: 'cancellation_exceeds_ready' };

/** The error of a change to an order that was changed before. */
function errorOf(before: Change[], change: Change): ApiError {
  const state = changed(anOrder(), ...before);
  try {
    change(state);
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    return error as ApiError;
  }
  throw new Error('expected an error');
}

/** Without `fields` and `max` of its own, an error has none. */
type Rejection = { code: string; field?: string; fields?: string[]; max?: number };

test.each<[Change[], Change, Rejection]>([
  [[], pay(35.5), { code: 'payment_exceeds_balance', max: 35 }],
  [[pay()], pay(1), { code: 'payment_exceeds_balance', max: 0 }],
  [[pay()], pay(), { code: 'order_settled' }],
  [[update({ cancelled: true })], pay(), { code: 'order_cancelled' }],
  [[], pay(1.001), { code: 'invalid_request', field: 'total' }],
  [repeat(90, () => pay(0.1)), pay(0.1), { code: 'order_full' }],
  [[pay(), ...repeat(99, () => refund(-0.1))], refund(-0.1), { code: 'order_full' }],
  [[], pay(1, { transaction_data: { text: 'ä'.repeat(65_536) } }), { code: 'order_full' }],
  [[pay(20)], refund(), { code: 'nothing_to_refund' }],
  [[pay(20), refund(-5)], refund(-15.5), { code: 'refund_exceeds_paid', max: 15 }],
  [[], refund(-1), { code: 'refund_exceeds_paid', max: 0 }],
  [[pay(5)], refund(undefined, units(0, 1)), { code: 'refund_exceeds_paid', max: 5 }],
  [[pay(20), pay(5), refundOf(0, { total: -8 })], refundOf(0, { total: -12.5 }), { code: 'refund_exceeds_payment', max: 12 }],
  [[pay()], refund(-1, { payment: 'pay_0' }), { code: 'invalid_request', field: 'payment' }],
  [[pay(), refund(-1)], refundOf(-1, { total: -1 }), { code: 'invalid_request', field: 'payment' }],
  [[pay(30)], credit(units(0, 1)), { code: 'credit_exceeds_balance', max: 5 }],
  [[pay()], refund(undefined, units(2, 1)), { code: 'invalid_request', field: 'total' }],
  [[pay(), refund(undefined, units(0, 2))], refund(undefined, units(0, 2)), { code: 'refund_exceeds_lines', max: 1 }],
  [[credit(units(0, 3)), pay()], refund(undefined, units(0, 1)), { code: 'refund_exceeds_lines', max: 0 }],
  [[pay(), refund(undefined, units(0, 2))], refund(undefined, oneTwice), { code: 'refund_exceeds_lines', max: 1 }],
  [[cancel(units(0, 2))], credit(units(0, 2)), { code: 'refund_exceeds_lines', max: 1 }],
  [[], credit(units(3, 1)), { code: 'invalid_request', field: 'lines[0].line' }],
  [
    [pay()],
    refund(-1, { ...twoUnknown, payment: 'pay_0' }),
    { ...invalid, fields: ['lines[0].line', 'lines[1].line', 'payment'] },
  ],
  [[], cancel(twoUnknown), { ...invalid, fields: ['lines[0].line', 'lines[1].line'] }],
  [[pay(30)], credit({ amount: 5.5 }), { code: 'credit_exceeds_balance', max: 5 }],
  [[pay()], credit({ amount: 5.5 }), { code: 'credit_exceeds_balance', max: 0 }],
  [[], credit({ amount: 0.001 }), { code: 'invalid_request', field: 'amount' }],
  [[update({ cancelled: true })], credit({ amount: 1 }), { code: 'order_cancelled' }],
  [[pay(), update({ cancelled: true })], refund(-1, { credit: true }), { code: 'order_cancelled' }],
  [full, credit({ amount: 0.1 }), { code: 'order_full' }],
  [[], cancel(units(3, 1)), { code: 'invalid_request', field: 'lines[0].line' }],
  [[update({ cancelled: true })], cancel(units(0, 1)), { code: 'order_cancelled' }],
  [[pay(20), credit(units(0, 1)), refund(undefined, units(0, 1))], cancel(units(0, 2)), { ...exceedsReady, max: 1 }],
  [[split({ tea: 2 }), ...shipped], cancel(units(0, 3)), { ...exceedsReady, max: 2 }],
  [[], cancel({ lines: [0, 1, 2].map((line) => ({ line, quantity: line === 0 ? 3 : 1 })) }), { ...exceedsReady, max: 0 }],
  [full, cancel(units(0, 1)), { code: 'order_full' }],
  [[], ship({ state: 'shipped' }), { code: 'order_not_authorized' }],
  [[], ship({ state: 'ready', carrier: 'DHL' }), { code: 'order_not_authorized' }],
  [[...shipped, update({ authorized: false })], ship({ state: 'ready' }), { code: 'order_not_authorized' }],
  [[update({ authorized: true, cancelled: true })], ship({ state: 'shipped' }), { code: 'order_cancelled' }],
  [[update({ authorized: true, cancelled: true })], ship({ state: 'delivered' }), { code: 'order_cancelled' }],
  [[...shipped, returned('cup', 1)], ship({ state: 'ready' }), { code: 'shipment_returned' }],
  [[], ship({ carrier: 'DHL' }, 'shp_9'), { code: 'not_found' }],
  [shipped, update({ shipping_address: { city: 'Berlin' } }), { code: 'order_shipped' }],
  [shipped, split({ tea: 1 }), { code: 'shipment_sent' }],
  [[], split({ cup: 1, tea: 4 }), { code: 'shipment_exceeded', max: 3 }],
  [[], split({ cup: 1, card: 1, tea: 3 }), { code: 'shipment_exceeded', max: 2 }],
  [[], split({ mug: 1 }), { code: 'shipment_exceeded', max: 0 }],
  [[], returnUnits({}), { code: 'shipment_ready' }],
  [[...shipped, returned('tea', 2)], returned('tea', 2), { code: 'return_exceeds_sent', max: 1 }],
  [shipped, returned('mug', 2), { code: 'return_exceeds_sent', max: 0 }],
  [[...shipped, returnUnits({})], returnUnits({}), { code: 'return_exceeds_sent', max: 0 }],
])(
  'rejects an impossible change with its code, field and limit (case %#)',
  (before, change, { field, fields = field && [field], ...expected }) => {
    const { code, details } = errorOf(before, change);
    const { errors, ...others } = details as { errors?: { field: string }[] };
    expect({ code, ...others }).toEqual(expected);
    expect(errors?.map((each) => each.field)).toEqual(fields);
  },
);

test.each<[Change[], Change, string]>([
  [[], pay(35.5), 'You sent 35.5 EUR, but only 35 EUR is due. Pay at most 35.'],
  [[pay()], pay(1), 'You sent 1 EUR, but nothing is due. No payment is needed.'],
  [[], pay(1.001), 'total: must have at most 2 decimal places in EUR'],
  [[], refund(-1), 'You requested a refund of 1 EUR, but nothing can be refunded. Nothing has been paid yet.'],
  [
    [pay()],
    credit({ amount: 1 }),
    'The credit is 1 EUR, but nothing is due. To return money that was already paid, record a refund with a negative `total` and `credit: true`.',
  ],
  [
    [pay(5), refund(-5)],
    refund(-1),
    'You requested a refund of 1 EUR, but nothing can be refunded. Everything that was paid has been refunded already.',
  ],
  [[pay(5)], refund(-6), 'You requested a refund of 6 EUR, but only 5 EUR can be refunded. Refund at most 5.'],
  [
    [credit(units(0, 3)), pay()],
    refund(undefined, units(0, 1)),
    'You sent a quantity of 1 for line 0, but none can still be refunded or credited.',
  ],
  [shipped, returned('mug', 1), 'You tried to return 1 of mug, but none from this shipment can still come back.'],
  [
    shipped,
    returnUnits({
      lines: [
        { sku: 'mug', quantity: 1 },
        { sku: 'tea', quantity: 1 },
      ],
    }),
    'You tried to return 1 of mug, but none from this shipment can still come back. Leave this product out.',
  ],
  [
    full,
    credit({ amount: 0.1 }),
    'This order has 100 credits and cancelled parts, which is the limit. To lower what it costs further, record a refund with `credit: true` once it is paid.',
  ],
  [
    full,
    cancel(units(0, 1)),
    'This order has 100 credits and cancelled parts, which is the limit. Cancel the whole order or, to lower only what it costs, record a refund with `credit: true` once it is paid.',
  ],
  [[], cancel(units(1, 2)), 'You tried to cancel 2 units of line 1, but only 1 can be cancelled. Cancel at most 1.'],
  [
    [],
    split({ tea: 3, cup: 1, card: 1 }),
    'You tried to move 1 of card, but none can leave this shipment. At least one unit must stay. Leave it out.',
  ],
  [[], split({ cup: 2 }), 'You tried to move 2 of cup, but only 1 can leave this shipment. Move at most 1.'],
  [
    [pay(), refund(undefined, units(0, 2))],
    refund(undefined, units(0, 2)),
    'You sent a quantity of 2 for line 0, but only 1 can still be refunded or credited. Send at most 1.',
  ],
  [
    [credit(units(0, 3)), pay()],
    refund(undefined, { lines: [...units(0, 1).lines, ...units(1, 1).lines] }),
    'You sent a quantity of 1 for line 0, but none can still be refunded or credited. Leave this line out.',
  ],
  [
    shipped,
    cancel(units(1, 1)),
    'You tried to cancel 1 unit of line 1, but none can be cancelled. If the goods have left, record a return. If they were cancelled, credited or refunded already, nothing is left to cancel.',
  ],
  [
    shipped,
    returned('tea', 4),
    'You tried to return 4 of tea, but only 3 from this shipment can still come back. Return at most 3.',
  ],
])('the message contains the value and the limit (case %#)', (before, change, message) => {
  expect(errorOf(before, change).message).toBe(message);
});

test('lines of the same product share what can be cancelled', () => {
  const sent = changed(orderOf(['tea', 4], ['tea', 2]), split({ tea: 3 }), ...shipped);
  const both = (first: number) => cancel({ lines: [...units(1, 2).lines, ...units(0, first).lines] });
  expect(() => both(2)(sent)).toThrow('only 1 can be cancelled');
  expect(both(1)(sent).order.version).toBeGreaterThan(sent.order.version);
});

const ofEachLine = Array.from({ length: 100 }, (_, line) => ({ line, quantity: 1 }));

test.each<[string, Change[], Change]>([
  ['shipments', repeat(19, () => split({ tea: 1 })), split({ tea: 1 })],
  ['returns', [...shipped, ...repeat(100, () => returned('tea', 1))], returned('tea', 1)],
  ['lines of credits', repeat(5, () => credit({ lines: ofEachLine })), credit(units(0, 1))],
])('an order has a limit of %s', (_, before, change) => {
  const full = changed(orderOf(...Array<Line>(100).fill(['tea', 6])), ...before);
  expect(() => change(full)).toThrow(expect.objectContaining({ code: 'order_full' }));
});

test('a currency without decimals says so', () => {
  const order = builtOrder({ lines: [{ sku: 'tea', quantity: 1 }] }, [storedProduct('tea', 10)], { now, currency: 'JPY' });
  expect(() => pay(1.5)(order)).toThrow('total: must have no decimal places in JPY');
});

test('a refund of lines is capped at what the payment has left, and is rejected once nothing is left', () => {
  const first = changed(anOrder(), pay(25), pay(10), refundOf(0, units(0, 3)));
  expect(first.order.payments.at(-1)).toMatchObject({ total: -25, credit: true, lines: [{ line: 0, quantity: 3 }] });
  expect(() => refundOf(0, units(1, 1))(first)).toThrow('but this payment has nothing left');
});

test('the advice on a refund that is too much can be followed', () => {
  const paid = pay(10)(anOrder());
  const refunded = refundOf(0, { total: -10 })(paid);
  expect(() => refundOf(0, { total: -10 })(refunded)).toThrow(
    'nothing left. Everything that was paid has been refunded already.',
  );
  expect(() => refundOf(0, { total: -12 })(refund(-8)(paid))).toThrow('only 10 EUR left. Refund at most 2.');
  expect(() => refundOf(0, { total: -12 })(refund(-9.99)(paid))).toThrow('only 10 EUR left. Refund at most 0.01.');
  expect(() => refundOf(0, { total: -1 })(pay(5)(refunded))).toThrow('Name another payment');
});

const by = { operation: 'getActions', key: null, key_label: null, actor: null, request_id: null };
const actionOn = (state: OrderState, wanted: string) => actionsOf(state, by, now).find(({ action }) => action === wanted);
const maxOf = (state: OrderState, wanted: string) => actionOn(state, wanted)?.max;
const linesIn = ({ order }: OrderState) => order.shipments.flatMap(({ lines }) => lines);

test('the shipments of an order can have 300 lines', () => {
  const skus = Array.from({ length: 100 }, (_, i) => `tea_${i}`);
  const oneOfEach = split(Object.fromEntries(skus.map((sku) => [sku, 1])));
  const full = changed(orderOf(...skus.map((sku): Line => [sku, 4])), oneOfEach, oneOfEach);
  expect(linesIn(full)).toHaveLength(300);
  expect(() => split({ tea_0: 1 })(full)).toThrow('After this split, it would have 4 shipments with 301 lines.');
  // Whole lines can still move.
  const allButOneLine = Object.fromEntries(skus.slice(1).map((sku) => [sku, 2]));
  expect(actionOn(full, 'split')).toMatchObject({ allowed: true, code: null, max: 198 });
  expect(linesIn(split(allButOneLine)(full))).toHaveLength(300);
});

test('one request cancels as many units as the lines that it can still name have', () => {
  const { order, ...rest } = orderOf(['tea', 2], ['cup', 5], ['card', 3]);
  const names = (count: number) => ({ ...order.credits[0], lines: Array(count).fill({ line: 9, quantity: 1 }) });
  const after = (count: number) => ({ ...rest, order: { ...order, credits: [names(count)] } }) as OrderState;
  expect([0, 498, 499, 500].map((count) => maxOf(after(count), 'cancel_part'))).toEqual([9, 8, 5, 0]);
});

test('without room for another line, several lines of one product can give all units but one', () => {
  const skus = Array.from({ length: 88 }, (_, i) => `tea_${i}`);
  const order = orderOf(['cup', 3], ['cup', 5], ...skus.map((sku): Line => [sku, 4]));
  const one = (count: number) => split(Object.fromEntries(skus.slice(0, count).map((sku) => [sku, 1])));
  const rest = split(Object.fromEntries(skus.map((sku, i) => [sku, i < 34 ? 1 : 2])));
  const full = changed(order, one(88), one(88), one(34), rest);
  expect(linesIn(full)).toHaveLength(300);
  expect(maxOf(full, 'split')).toBe(7);
  expect(split({ cup: 7 })(full).order.shipments).toHaveLength(6);
});

test('a request that can name one more line cancels what fits the line that can give most', () => {
  const state = changed(orderOf(['tea', 2], ['tea', 8]), split({ tea: 5 }), ...shipped);
  const credits = [{ ...state.order.credits[0], lines: Array(499).fill({ line: 9, quantity: 1 }) }];
  const full = { ...state, order: { ...state.order, credits } } as OrderState;
  expect(maxOf(full, 'cancel_part')).toBe(5);
  expect(cancel(units(1, 5))(full).order.lines[1]?.cancelled).toBe(5);
});

test.each<[string, OrderState, string, object]>([
  ['a shipment of two units can be split', orderOf(['tea', 2]), 'split', { allowed: true, max: 1 }],
  [
    'units that two lines share can be cancelled once',
    changed(orderOf(['tea', 2], ['tea', 2]), split({ tea: 2 }), ...shipped),
    'cancel_part',
    { allowed: true, max: 2 },
  ],
  [
    'no part can be cancelled of an order with 100 credits',
    changed(anOrder(), ...full),
    'cancel_part',
    { allowed: false, code: 'order_full', max: 0 },
  ],
])('%s', (_, state, action, expected) => {
  expect(actionOn(state, action)).toMatchObject(expected);
});

test('a change is allowed if any line allows it', () => {
  const codesAfter = (...changes: Change[]) => {
    const state = changed(orderOf(['tea', 1], ['tea', 1], ['card', 1]), credit(units(0, 1)), ...changes);
    return ['cancel_part', 'credit'].map((action) => actionOn(state, action)?.code);
  };
  expect(codesAfter()).toEqual([null, null]);
  expect(codesAfter(pay())).toEqual([null, null]);
  expect(codesAfter(pay(), credit(units(2, 1)))).toEqual([null, 'credit_exceeds_balance']);
});

test('the changes that fit exactly are possible', () => {
  const possible: Change[][] = [
    [pay(35)],
    [pay(20), refund(-20)],
    [pay(20), refundOf(0, { total: -20 })],
    [pay(0.5), refundOf(0, { total: -0.5 })],
    [credit({ amount: 35 })],
    [credit(units(0, 3))],
    [split({ tea: 3, cup: 1 })],
    [cancel({ lines: [...units(0, 3).lines, ...units(1, 1).lines] })],
    repeat(90, () => pay(0.1)),
    [pay(), ...repeat(99, () => refund(-0.1))],
    [pay(1, { transaction_data: { text: 'x'.repeat(131_061) } }), refund(-1)],
  ];
  for (const changes of possible) expect(changed(anOrder(), ...changes).order.version).toBe(1 + changes.length);
});
