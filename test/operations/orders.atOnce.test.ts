import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, uniqueName } from '../support/actors.ts';
import { type Answer, call, type Options } from '../support/call.ts';
import * as orders from '../support/orders.ts';

const { anOrder, aProduct, keyed, stockOf, tally, times } = orders;

const store = await aStore();

type Send = (order: Order, headers?: Options['headers']) => Promise<Answer>;

const oneUnit = { lines: [{ line: 0, quantity: 1 }] };
const paying =
  (body: object): Send =>
  ({ number }, headers) =>
    orders.pay(store, number, body, headers);
const crediting =
  (body: object): Send =>
  ({ number }, headers = {}) =>
    call('createCredit', { as: store.key, params: { number }, body, headers });
const refundOne = paying({ method: 'refund', ...oneUnit });
const cancelOne: Send = ({ number }, headers) => orders.cancelPart(store, number, oneUnit, headers);
const shipping =
  (state: string): Send =>
  (order) =>
    orders.ship(store, order, { state });
const unitOf = ({ lines }: Order) => [{ sku: lines[0]?.sku, quantity: 1 }];
const splitOne: Send = (order, headers) =>
  orders.split(store, order.number, { from: order.shipments[0]?.id, lines: unitOf(order) }, headers);
const returnOne: Send = (order, headers) => orders.returnUnits(store, order, { lines: unitOf(order) }, headers);
const updating =
  (body: object): Send =>
  ({ number }, headers) =>
    orders.update(store, number, body, headers);

const sumOf = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0);
const readyUnits = ({ shipments }: Order) =>
  sumOf(shipments.flatMap(({ state, lines }) => (state === 'ready' ? lines.map(({ quantity }) => quantity) : [])));

/** Reads an order of one line, and checks that its money and its units add up. */
async function mustAddUp(number: string): Promise<Order> {
  const order = await orders.read(store, number);
  const { total, credited, paid, refunded, balance, cancelled, payments } = order;
  const sum = sumOf(payments.map((payment) => payment.total));
  expect([sum, balance]).toEqual([paid - refunded, (cancelled ? 0 : total - credited) - sum]);
  expect(sum).toBeGreaterThanOrEqual(0);
  const [line] = order.lines as [Order['lines'][number]];
  expect(line.cancelled + line.credited).toBeLessThanOrEqual(line.quantity);
  const parcels = order.shipments.flatMap(({ lines }) => lines);
  expect(sumOf(parcels.map(({ quantity }) => quantity))).toBe(line.quantity - line.cancelled);
  for (const { quantity, returned } of parcels) expect(returned).toBeLessThanOrEqual(quantity);
  return order;
}

/** A request that loses every race, or loses its response, gets 503. Clients repeat it with the same key. */
async function decided(order: Order, send: Send, headers: Options['headers'] = keyed(uniqueName())): Promise<Answer> {
  const answer = await send(order, headers);
  return answer.status === 503 ? decided(order, send, headers) : answer;
}

type Race = { sends: Send[]; outcomes: Record<string, number>; before?: Send };

/** Requests for an order of 8 x 10 and shipping of 200, which take turns, what happens before them, and how they end. */
const races: Record<string, Race> = {
  payments: { sends: [paying({ total: 35 })], outcomes: { 201: 8, payment_exceeds_balance: 12 } },
  'payments and credits': { sends: [paying({ total: 35 }), crediting({ amount: 35 })], outcomes: { 201: 8 } },
  'refunds and credits of a unit': {
    before: paying({ total: 140 }),
    sends: [refundOne, crediting(oneUnit)],
    outcomes: { 201: 8, refund_exceeds_lines: 12 },
  },
  'cancelled units': { sends: [cancelOne], outcomes: { 201: 7, cancellation_exceeds_ready: 13 } },
  'cancelled, credited and refunded units': {
    before: paying({ total: 140 }),
    sends: [cancelOne, crediting(oneUnit), refundOne],
    outcomes: { 201: 8 },
  },
  splits: { sends: [splitOne], outcomes: { 201: 7, shipment_exceeded: 13 } },
  'shipments and cancelled units': { sends: [cancelOne, shipping('shipped')], outcomes: { 200: 10 } },
  shipments: { sends: [shipping('shipped'), shipping('delivered')], outcomes: { 200: 20 } },
  returns: { before: shipping('shipped'), sends: [returnOne], outcomes: { 201: 8, return_exceeds_sent: 12 } },
};

test.each(Object.entries(races))('of twenty concurrent %s, as many succeed as fit', async (_, { sends, outcomes, before }) => {
  const sku = await aProduct(store, { stock: 20 });
  const given = { lines: [{ sku, quantity: 8 }], shipping: { name: 'Post', price: 200 }, authorized: true };
  const order = await anOrder(store, given);
  await before?.(order);
  const answers = await times(20, (i) => decided(order, sends[i % sends.length] as Send));
  expect(tally(answers)).toMatchObject(outcomes);
  const after = await mustAddUp(order.number);
  const held = after.shipments.flatMap(({ lines }) => lines.map(({ quantity, returned }) => quantity - returned));
  expect(await stockOf(store, sku)).toEqual([20 - sumOf(held), readyUnits(after)]);
});

test('forty concurrent orders for two scarce products each reserve all of their lines or none', async () => {
  const [tea, cup] = [await aProduct(store, { stock: 12 }), await aProduct(store, { stock: 20 })];
  const lines = [tea, cup].map((sku) => ({ sku, quantity: 2 }));
  const answers = await times(40, (i) => orders.place(store, { lines: i % 2 ? lines : lines.toReversed() }));
  expect(tally(answers)).toEqual({ 201: 6, insufficient_stock: 34 });
  expect([await stockOf(store, tea), await stockOf(store, cup)]).toEqual([
    [0, 12],
    [8, 12],
  ]);
});

test('money and units add up after any mix of concurrent requests', async () => {
  const sku = await aProduct(store, { stock: 40 });
  const order = await anOrder(store, { lines: [{ sku, quantity: 40 }], authorized: true });
  const setStock = (stock: number | null) =>
    call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 10, stock } });
  const sends: Send[] = [
    ...[{ total: 3 }, {}, { method: 'refund', total: -2 }, { method: 'refund' }].map(paying),
    ...[refundOne, crediting(oneUnit), cancelOne, splitOne, returnOne],
    ...[{ cancelled: true, restock: true }, { cancelled: false }, { cancelled: true }].map(updating),
    ...['shipped', 'ready'].map(shipping),
    () => call('adjustStock', { as: store.key, params: { sku }, body: { adjust: 1 } }),
    () => setStock(null),
  ];
  for (let round = 0; round < 4; round++) {
    const answers = await times(48, (i) =>
      decided(order, sends[(i * 7 + round) % sends.length] as Send, i % 2 ? {} : keyed(uniqueName())),
    );
    expect(answers.filter(({ status }) => ![200, 201, 400, 409].includes(status))).toEqual([]);
    const after = await mustAddUp(order.number);
    // With a stock count again, only the units of this order can be reserved.
    await setStock(10);
    const [available, reserved] = (await stockOf(store, sku)) as [number, number];
    const [least, most] = [after.cancelled ? 0 : readyUnits(after), readyUnits(after)];
    expect([available, reserved >= least, reserved <= most]).toEqual([10, true, true]);
  }
});
