import { describe, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, uniqueName } from '../support/actors.ts';
import { type Answer, call, type Options, overHttp } from '../support/call.ts';
import { itemsOf } from '../support/database.ts';
import {
  anOrder,
  aProduct,
  cancelPart,
  keyed,
  pay,
  read,
  ship,
  split,
  stockOf,
  tally,
  times,
  update,
} from '../support/orders.ts';

let sku: string;

const store = await aStore();

/** An authorized order of 6 of 10 units, on two lines: 4 at 10 and 2 at 3. Shipping costs 5. */
async function anOrderOfSix(): Promise<Order> {
  sku = await aProduct(store, { stock: 10 });
  const lines = [
    { sku, quantity: 4 },
    { sku, quantity: 2, price: 3 },
  ];
  return anOrder(store, { lines, authorized: true, shipping: { name: 'Post', price: 5 } });
}

const units = (...quantities: [line: number, quantity: number][]) => ({
  lines: quantities.map(([line, quantity]) => ({ line, quantity })),
});
const credit = (number: string, body: object, headers: Options['headers'] = {}) =>
  call('createCredit', { as: store.key, params: { number }, body, headers });
const linesOf = ({ lines }: Order) => lines.map(({ cancelled, credited }) => [cancelled, credited]);
const parcels = ({ shipments }: Order) => shipments.map(({ lines }) => lines.map(({ quantity }) => quantity));

test('takes units off the order, its shipment, its price and the reserved stock', async () => {
  const order = await anOrderOfSix();
  const { status, payload, headers } = await cancelPart(store, order.number, { ...units([1, 1], [0, 2]), reason: 'sold out' });
  expect([status, headers.etag]).toEqual([201, '"2"']);
  const { orders } = payload;
  expect([linesOf(orders), parcels(orders)]).toEqual([
    [
      [2, 0],
      [1, 0],
    ],
    [[1, 2]],
  ]);
  expect(orders).toMatchObject({ total: 51, credited: 23, balance: 28 });
  expect(orders.credits).toEqual([
    {
      id: expect.any(String),
      created: orders.updated,
      amount: 23,
      ...units([1, 1], [0, 2]),
      reason: 'sold out',
      cancelled: true,
    },
  ]);
  expect(await stockOf(store, sku)).toEqual([7, 3]);
  expect(await read(store, order.number)).toEqual(orders);
});

test('without restock, the units are written off, also if the order is restocked later', async () => {
  const { number } = await anOrderOfSix();
  await cancelPart(store, number, { ...units([0, 2]), restock: false });
  expect(await stockOf(store, sku)).toEqual([4, 4]);
  await update(store, number, { cancelled: true, restock: true });
  expect(await stockOf(store, sku)).toEqual([8, 0]);
  await update(store, number, { cancelled: false });
  expect(await stockOf(store, sku)).toEqual([4, 4]);
});

test('reopening a cancelled order does not bring cancelled units back', async () => {
  const order = await anOrderOfSix();
  await cancelPart(store, order.number, units([0, 2]));
  await update(store, order.number, { cancelled: true, restock: true });
  expect(await cancelPart(store, order.number, units([0, 1]))).toMatchObject({ status: 409, code: 'order_cancelled' });
  await update(store, order.number, { cancelled: false });
  expect(await stockOf(store, sku)).toEqual([6, 4]);
  await ship(store, order, { state: 'shipped' });
  expect(await stockOf(store, sku)).toEqual([6, 0]);
});

describe('money', () => {
  test('what was paid too much is refunded without a total', async () => {
    const { number } = await anOrderOfSix();
    await pay(store, number);
    const { orders } = (await cancelPart(store, number, units([0, 1]))).payload;
    expect(orders).toMatchObject({ credited: 10, balance: -10 });
    const { payment } = (await pay(store, number, { method: 'refund' })).payload;
    expect(payment).toMatchObject({ total: -10, balance_after: 0 });
  });

  test('the order costs less by at most what it still costs', async () => {
    const { number } = await anOrderOfSix();
    await credit(number, { amount: 45 });
    const { orders } = (await cancelPart(store, number, units([0, 1]))).payload;
    expect(orders).toMatchObject({ credited: 51, balance: 0, credits: [{ amount: 45 }, { amount: 6 }] });
    const again = (await cancelPart(store, number, units([0, 1]))).payload.orders;
    expect(again).toMatchObject({ credited: 51, balance: 0 });
    expect(again.credits[2]).toMatchObject({ amount: 0 });
  });
});

test('the newest ready shipment gives first and vanishes when it is empty', async () => {
  const order = await anOrderOfSix();
  const { number } = order;
  const params = { number };
  const { shipment } = (await split(store, number, { from: order.shipments[0]?.id, lines: [{ sku, quantity: 2 }] }, keyed('s')))
    .payload;
  await ship(store, { number, shipments: [shipment] }, { tracking_number: 'TRACK-7' });
  const { orders } = (await cancelPart(store, number, units([0, 3]))).payload;
  expect(parcels(orders)).toEqual([[1, 2]]);
  const { entries } = (await call('getHistory', { as: store.key, params })).payload;
  const id = order.shipments[0]?.id;
  expect(entries[0]).toMatchObject({
    operation: 'cancelPart',
    changes: [
      { field: `shipments.${id}.lines`, from: `2 ${sku}, 2 ${sku}`, to: `1 ${sku}, 2 ${sku}` },
      { field: `shipments.${shipment.id}.lines`, from: `2 ${sku}`, to: null },
      { field: 'credit', from: null, to: 30 },
    ],
  });
  expect(entries[1].changes).toMatchObject([{ field: `shipments.${shipment.id}.tracking_number` }]);
  const replayed = { from: order.shipments[0]?.id, lines: [{ sku, quantity: 2 }] };
  expect(await split(store, number, replayed, keyed('s'))).toMatchObject({
    status: 404,
    body: { description: expect.stringContaining('its units were cancelled') },
  });
  if (!overHttp) expect(await itemsOf(store, 'FIND#R:track7')).toEqual([]);
});

test('the action says how many units could go', async () => {
  const order = await anOrderOfSix();
  const action = async () => {
    const { actions } = (await call('getActions', { as: store.key, params: { number: order.number } })).payload;
    return actions.find(({ action }: { action: string }) => action === 'cancel_part');
  };
  expect(await action()).toMatchObject({ allowed: true, code: null, max: 5 });
  await credit(order.number, units([0, 2]));
  expect(await action()).toMatchObject({ allowed: true, max: 4 });
  await update(store, order.number, { cancelled: true });
  expect(await action()).toMatchObject({ allowed: false, code: 'order_cancelled', max: 0 });
  await update(store, order.number, { cancelled: false });
  await ship(store, order, { state: 'shipped' });
  expect(await action()).toMatchObject({ allowed: false, code: 'cancellation_exceeds_ready', max: 0 });
});

describe('thirty at once', () => {
  /** An order of 30 of 40 units at 10. */
  async function anOrderOfThirty() {
    sku = await aProduct(store, { stock: 40 });
    return anOrder(store, { lines: [{ sku, quantity: 30 }], authorized: true });
  }

  /** What loses every race, or loses its response, gets 503. Clients repeat it with the same key. */
  const decided = async (send: (key: Options['headers']) => Promise<Answer>, key = uniqueName('try')): Promise<Answer> => {
    const answer = await send(keyed(key));
    return answer.status === 503 ? decided(send, key) : answer;
  };

  test('cancel all but one unit', async () => {
    const { number } = await anOrderOfThirty();
    const answers = await times(30, () => decided((key) => cancelPart(store, number, units([0, 1]), key)));
    expect(tally(answers)).toEqual({ 201: 29, cancellation_exceeds_ready: 1 });
    expect(await read(store, number)).toMatchObject({
      balance: 10,
      lines: [{ cancelled: 29 }],
      shipments: [{ lines: [{ quantity: 1 }] }],
    });
    expect(await stockOf(store, sku)).toEqual([39, 1]);
  });

  test('cancelling, crediting and refunding never name a unit twice', async () => {
    const { number } = await anOrderOfThirty();
    await pay(store, number, { total: 150 });
    const body = units([0, 2]);
    const answers = await times(30, (i) =>
      decided((key) =>
        i % 3 === 0
          ? cancelPart(store, number, body, key)
          : i % 3 === 1
            ? credit(number, body, key)
            : pay(store, number, { method: 'refund', ...body }, key),
      ),
    );
    const order = await read(store, number);
    const [line] = order.lines as [Order['lines'][number]];
    expect(line.cancelled + line.credited).toBe(2 * (tally(answers)[201] as number));
    expect(line.cancelled + line.credited).toBeLessThanOrEqual(30);
    expect(order.credited).toBe(10 * (line.cancelled + line.credited));
    expect(order.balance).toBe(300 - order.credited - order.paid + order.refunded);
    expect(await stockOf(store, sku)).toEqual([10 + line.cancelled, 30 - line.cancelled]);
  });

  test('what is cancelled does not ship, and what has shipped is not cancelled', async () => {
    const order = await anOrderOfThirty();
    const answers = await times(30, (i) =>
      decided((key) =>
        i === 12 ? ship(store, order, { state: 'shipped' }) : cancelPart(store, order.number, units([0, 1]), key),
      ),
    );
    const cancelled = tally(answers)[201] ?? 0;
    expect(tally(answers)).toMatchObject({ 200: 1 });
    expect(await read(store, order.number)).toMatchObject({
      lines: [{ cancelled }],
      shipments: [{ lines: [{ quantity: 30 - cancelled }] }],
    });
    expect(await stockOf(store, sku)).toEqual([10 + cancelled, 0]);
  });
});
