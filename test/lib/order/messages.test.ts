import { expect, test } from '@jest/globals';
import { ApiError } from '../../../lib/api/errors.ts';
import { recordCredit } from '../../../lib/order/credit.ts';
import { recordPayment } from '../../../lib/order/payments.ts';
import { patchOrder } from '../../../lib/order/rules.ts';
import { patchShipment, returnShipment, splitShipment } from '../../../lib/order/shipments.ts';
import type { OrderState } from '../../../lib/order/state.ts';
import { builtOrder, storedProduct } from '../../support/builtOrder.ts';

type Change = (state: OrderState) => OrderState;

const now = new Date('2026-11-22T08:00:00.000Z');
const request = { now, idempotency: undefined };
const products = [storedProduct('tea', 10), storedProduct('cup', 5), storedProduct('card', 0)];

/** Three teas at 10, one cup at 5 and a card for nothing: 35 EUR in all. */
function anOrder(currency = 'EUR'): OrderState {
  const lines = [
    { sku: 'tea', quantity: 3 },
    { sku: 'cup', quantity: 1 },
    { sku: 'card', quantity: 1 },
  ];
  return builtOrder({ lines }, products, { now, currency });
}

let payments = 0;
const pay = (total?: number, more: object = {}): Change => {
  payments += 1;
  const id = `pay_${payments}`;
  return (state) =>
    recordPayment(state, { ...(total !== undefined && { total }), ...more }, { id, ...request, ifMatch: undefined });
};
const refund = (total?: number, more: object = {}) => pay(total, { method: 'refund', ...more });
const credit =
  (input: object): Change =>
  (state) =>
    recordCredit(state, input, { id: 'crd_1', ...request });
const update =
  (patch: object): Change =>
  (state) =>
    patchOrder(state, patch, now, undefined);
const ship =
  (patch: object, id = 'shp_1'): Change =>
  (state) =>
    patchShipment(state, id, patch, now);
const split = (lines: [string, number][], id = 'shp_2'): Change => {
  const moved = lines.map(([sku, quantity]) => ({ sku, quantity }));
  return (state) => splitShipment(state, { from: 'shp_1', lines: moved }, { id, ...request });
};
const returnUnits =
  (input: object): Change =>
  (state) =>
    returnShipment(state, 'shp_1', input, { id: 'ret_1', ...request });
const repeat = (count: number, change: () => Change): Change[] => Array.from({ length: count }, change);

const shipped = [update({ authorized: true }), ship({ state: 'shipped' })];
const firstPayment =
  (more: object): Change =>
  (state) =>
    refund(undefined, { payment: state.order.payments[0]?.id, ...more })(state);
const units = (line: number, quantity: number) => ({ lines: [{ line, quantity }] });

const full = (payments: number) =>
  `This order has ${payments} payments and refunds. With 90 or more, an order accepts only refunds; with 100, it accepts neither payments nor refunds.`;

test.each<[Change[], Change, { code: string; message: string; max?: number; field?: string }]>([
  [
    [],
    pay(35.5),
    { code: 'payment_exceeds_balance', message: 'You sent 35.5 EUR, but only 35 EUR is due. Pay at most 35.', max: 35 },
  ],
  [[pay()], pay(1), { code: 'payment_exceeds_balance', message: 'You sent 1 EUR, but nothing is due.', max: 0 }],
  [[pay()], pay(), { code: 'order_settled', message: 'This order is settled. Nothing is left to pay.' }],
  [
    [update({ cancelled: true })],
    pay(),
    { code: 'order_cancelled', message: 'A cancelled order accepts no payments. To reopen it, set `cancelled` to false.' },
  ],
  [[], pay(1.001), { code: 'invalid_request', field: 'total', message: 'total: must have at most 2 decimal places in EUR' }],
  [repeat(90, () => pay(0.1)), pay(0.1), { code: 'order_full', message: full(90) }],
  [[pay(), ...repeat(99, () => refund(-0.1))], refund(-0.1), { code: 'order_full', message: full(100) }],
  [
    [],
    pay(1, { transaction_data: { text: 'ä'.repeat(65_536) } }),
    {
      code: 'order_full',
      message:
        'The `transaction_data` of this order would total 131083 bytes; the limit is 131072 (128 KB). Send less `transaction_data`.',
    },
  ],
  [
    [pay(20)],
    refund(),
    {
      code: 'nothing_to_refund',
      message: 'Nothing was overpaid. To refund anyway, send a negative total such as -7.90.',
    },
  ],
  [
    [pay(20), refund(-5)],
    refund(-15.5),
    {
      code: 'refund_exceeds_paid',
      message: 'You requested a refund of 15.5 EUR, but only 15 EUR can be refunded.',
      max: 15,
    },
  ],
  [
    [],
    refund(-1),
    { code: 'refund_exceeds_paid', message: 'You requested a refund of 1 EUR, but nothing can be refunded.', max: 0 },
  ],
  [
    [pay(20), pay(5), firstPayment({ total: -8 })],
    firstPayment({ total: -12.5 }),
    {
      code: 'refund_exceeds_payment',
      message: 'You requested a refund of 12.5 EUR, but this payment has only 12 EUR left.',
      max: 12,
    },
  ],
  [
    [pay()],
    refund(-1, { payment: 'pay_0' }),
    {
      code: 'invalid_request',
      field: 'payment',
      message: 'payment: is not a payment of this order; send the ID of a payment with a positive total',
    },
  ],
  [
    [pay()],
    refund(undefined, units(2, 1)),
    { code: 'invalid_request', field: 'total', message: 'total: is required, because the lines are worth 0' },
  ],
  [
    [pay(), refund(undefined, units(0, 2))],
    refund(undefined, units(0, 2)),
    {
      code: 'refund_exceeds_lines',
      message: 'You sent a quantity of 2 for line 0, but only 1 can still be refunded or credited.',
      max: 1,
    },
  ],
  [
    [credit(units(0, 3)), pay()],
    refund(undefined, units(0, 1)),
    {
      code: 'refund_exceeds_lines',
      message: 'You sent a quantity of 1 for line 0, but none can still be refunded or credited.',
      max: 0,
    },
  ],
  [
    [],
    credit(units(3, 1)),
    {
      code: 'invalid_request',
      field: 'lines[0].line',
      message: 'lines[0].line: the order has no line 3; its last line is 2',
    },
  ],
  [
    [pay(30)],
    credit({ amount: 5.5 }),
    {
      code: 'credit_exceeds_balance',
      message:
        'The credit is 5.5 EUR, but only 5 EUR is due. To return money that was already paid, refund it with `credit: true`.',
      max: 5,
    },
  ],
  [
    [pay()],
    credit({ amount: 5.5 }),
    {
      code: 'credit_exceeds_balance',
      message:
        'The credit is 5.5 EUR, but nothing is due. To return money that was already paid, refund it with `credit: true`.',
      max: 0,
    },
  ],
  [
    [],
    credit({ amount: 0.001 }),
    { code: 'invalid_request', field: 'amount', message: 'amount: must have at most 2 decimal places in EUR' },
  ],
  [
    [update({ cancelled: true })],
    credit({ amount: 1 }),
    {
      code: 'order_cancelled',
      message: 'A cancelled order has nothing to credit. To refund it, leave out `credit` and `lines`.',
    },
  ],
  [
    [pay(), update({ cancelled: true })],
    refund(-1, { credit: true }),
    {
      code: 'order_cancelled',
      message: 'A cancelled order has nothing to credit. To refund it, leave out `credit` and `lines`.',
    },
  ],
  [
    repeat(100, () => credit({ amount: 0.1 })),
    credit({ amount: 0.1 }),
    { code: 'order_full', message: 'This order has 100 credits, which is the limit.' },
  ],
  [[], ship({ state: 'shipped' }), { code: 'order_not_authorized', message: 'Authorize the order before you set `state`.' }],
  [
    [update({ authorized: true, cancelled: true })],
    ship({ state: 'delivered' }),
    {
      code: 'order_cancelled',
      message: 'A shipment of a cancelled order cannot leave `ready`. To reopen the order, set `cancelled` to false.',
    },
  ],
  [
    [...shipped, returnUnits({ lines: [{ sku: 'cup', quantity: 1 }] })],
    ship({ state: 'ready' }),
    { code: 'shipment_returned', message: 'Units of this shipment were returned, so it cannot go back to `ready`.' },
  ],
  [[], ship({ carrier: 'DHL' }, 'shp_9'), { code: 'not_found', message: 'There is no shipment with this ID in order 1001.' }],
  [
    shipped,
    update({ shipping_address: { city: 'Berlin' } }),
    {
      code: 'order_shipped',
      message: 'Everything in this order has shipped, so its address can no longer change.',
    },
  ],
  [
    shipped,
    split([['tea', 1]]),
    { code: 'shipment_sent', message: 'This shipment is shipped. Only a shipment that is `ready` can be split.' },
  ],
  [
    [],
    split([
      ['cup', 1],
      ['tea', 4],
    ]),
    {
      code: 'shipment_exceeded',
      message: 'You tried to move 4 of tea, but only 3 can leave this shipment. At least one unit must stay.',
      max: 3,
    },
  ],
  [
    [],
    split([
      ['cup', 1],
      ['card', 1],
      ['tea', 3],
    ]),
    {
      code: 'shipment_exceeded',
      message: 'You tried to move 3 of tea, but only 2 can leave this shipment. At least one unit must stay.',
      max: 2,
    },
  ],
  [
    [],
    split([['mug', 1]]),
    {
      code: 'shipment_exceeded',
      message: 'You tried to move 1 of mug, but none can leave this shipment. At least one unit must stay.',
      max: 0,
    },
  ],
  [
    [],
    returnUnits({}),
    {
      code: 'shipment_ready',
      message:
        'This shipment has not left yet, so nothing can come back. To release its stock, cancel the order with `restock`.',
    },
  ],
  [
    [...shipped, returnUnits({ lines: [{ sku: 'tea', quantity: 2 }] })],
    returnUnits({ lines: [{ sku: 'tea', quantity: 2 }] }),
    {
      code: 'return_exceeds_sent',
      message: 'You tried to return 2 of tea, but only 1 from this shipment can still come back.',
      max: 1,
    },
  ],
  [
    shipped,
    returnUnits({ lines: [{ sku: 'mug', quantity: 2 }] }),
    {
      code: 'return_exceeds_sent',
      message: 'You tried to return 2 of mug, but none from this shipment can still come back.',
      max: 0,
    },
  ],
  [
    [...shipped, returnUnits({})],
    returnUnits({}),
    { code: 'return_exceeds_sent', message: 'Everything in this shipment has already come back.', max: 0 },
  ],
])('an impossible change says what is wrong and what to do (case %#)', (before, change, { code, message, max, field }) => {
  const state = before.reduce((order, each) => each(order), anOrder());
  let error: unknown;
  try {
    change(state);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ApiError);
  const { details } = error as ApiError;
  const { errors, ...others } = details as { errors?: { field: string }[] };
  expect(error).toMatchObject({ code, message });
  expect(others).toEqual(max === undefined ? {} : { max });
  expect(errors?.map((each) => each.field)).toEqual(field === undefined ? undefined : [field]);
});

test('a currency without decimals says so', () => {
  expect(() => pay(1.5)(anOrder('JPY'))).toThrow('total: must have no decimal places in JPY');
});

test('a refund of lines is capped at what the payment has left, and is rejected once nothing is left', () => {
  const paid = [pay(25), pay(10)].reduce((order, change) => change(order), anOrder());
  const first = firstPayment(units(0, 3))(paid);
  expect(first.order.payments.at(-1)).toMatchObject({ total: -25, credit: true, lines: [{ line: 0, quantity: 3 }] });
  expect(() => firstPayment(units(1, 1))(first)).toThrow('but this payment has nothing left');
});

test('the changes that fit exactly are possible', () => {
  const possible: Change[] = [
    pay(35),
    (state) => refund(-20)(pay(20)(state)),
    (state) => firstPayment({ total: -20 })(pay(20)(state)),
    credit({ amount: 35 }),
    credit(units(0, 3)),
    split([
      ['tea', 3],
      ['cup', 1],
    ]),
    (state) => pay(0.1)(repeat(89, () => pay(0.1)).reduce((order, change) => change(order), state)),
    (state) => refund(-0.1)([pay(), ...repeat(98, () => refund(-0.1))].reduce((order, change) => change(order), state)),
    pay(1, { transaction_data: { text: 'x'.repeat(131_061) } }),
  ];
  for (const change of possible) expect(change(anOrder()).order.version).toBeGreaterThan(1);
});
