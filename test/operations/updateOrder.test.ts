import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { anOrder, pay, read, tally, times, update } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

test.each([
  [{ authorized: true }],
  [{ cancelled: true }],
  [{ visible: false }],
  [{ authorized: true, visible: false }],
  [{ authorized: true, cancelled: true, visible: false }],
])('sets %j in one step, and a repeat changes nothing', async (body) => {
  const order = await anOrder(store);
  const { status, payload, headers } = await update(store, order.number, body);
  expect(status).toBe(200);
  const balance = 'cancelled' in body ? 0 : 10;
  const { updated } = payload.orders;
  expect(payload.orders).toEqual({ ...order, ...body, balance, version: 2, updated });
  expect(updated >= order.updated).toBe(true);
  expect(headers.etag).toBe('"2"');
  expect((await update(store, order.number, body)).payload).toEqual(payload);
  expect(await read(store, order.number)).toEqual(payload.orders);
});

test('each flag can be reset', async () => {
  const order = await anOrder(store, { authorized: true });
  await update(store, order.number, { authorized: false, cancelled: true, visible: false });
  const { payload } = await update(store, order.number, { authorized: true, cancelled: false, visible: true });
  expect(payload.orders).toEqual({ ...order, version: 3, updated: payload.orders.updated });
});

test.each([
  { authorized: false },
  { cancelled: false },
  { visible: true },
  { cancelled: false, restock: false },
  { authorized: false, cancelled: false, visible: true },
])('%j on a new order changes nothing', async (body) => {
  const order = await anOrder(store);
  expect(await update(store, order.number, body)).toMatchObject({
    status: 200,
    payload: { orders: order },
    headers: { etag: '"1"' },
  });
});

test('a request may repeat some values and change others', async () => {
  const { number } = await anOrder(store);
  await update(store, number, { authorized: true });
  const { payload } = await update(store, number, { authorized: true, cancelled: false, visible: false });
  expect(payload.orders).toMatchObject({ authorized: true, cancelled: false, visible: false, version: 3 });
});

test('a cancelled order has no balance except what was paid', async () => {
  const { number } = await anOrder(store);
  await pay(store, number, { total: 4 });
  expect((await update(store, number, { cancelled: true })).payload.orders).toMatchObject({ balance: -4, paid: 4, total: 10 });
  expect((await update(store, number, { cancelled: false })).payload.orders).toMatchObject({ balance: 6, paid: 4 });
});

test.each<[string[], unknown]>([
  [['body'], {}],
  [['body'], undefined],
  [['authorized'], { authorized: 'true' }],
  [['cancelled'], { cancelled: 1 }],
  [['visible'], { visible: null }],
  [['restock'], { restock: true }],
  [['restock'], { restock: false }],
  [['restock'], { authorized: true, restock: true }],
  [['restock'], { cancelled: false, restock: true }],
  [['restock'], { cancelled: true, restock: 'yes' }],
  [['archived', 'body'], { archived: true }],
  [['customer'], { cancelled: true, customer: { first_name: 'Zoe' } }],
  [['customer'], { cancelled: false, customer: null }],
  [['customer.email'], { customer: { email: 'zoe' } }],
  [['shipping_address.country'], { shipping_address: { country: 'XX' } }],
  [['note'], { cancelled: true, note: ' ' }],
  [['number', 'version'], { visible: false, number: '1', version: 7 }],
  [['authorized', 'visible'], { authorized: 1, visible: 0 }],
])('rejects the fields %j of %j', async (fields, body) => {
  const order = await anOrder(store);
  const answer = await update(store, order.number, body);
  expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(fields);
  expect(await read(store, order.number)).toEqual(order);
});

describe('If-Match', () => {
  const visible = false;

  test.each(['"1"', '*', '"7", "1"', '"1","2"'])('%s accepts a change of version 1', async (tag) => {
    const { number } = await anOrder(store);
    expect(await update(store, number, { visible }, { 'If-Match': tag })).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
    });
  });

  test.each(['"2"', '"0"', '1', 'W/"1"', '""', '"1', 'abc', '"01"', '"1" "2"'])(
    '%s rejects a change of version 1, even without effect',
    async (tag) => {
      const order = await anOrder(store);
      const mismatch = { status: 412, code: 'version_mismatch' };
      expect(await update(store, order.number, { visible }, { 'If-Match': tag })).toMatchObject(mismatch);
      expect(await update(store, order.number, { visible: true }, { 'If-Match': tag })).toMatchObject(mismatch);
      expect(await read(store, order.number)).toEqual(order);
    },
  );

  test('accepts one of twenty concurrent changes of the same version', async () => {
    const { number } = await anOrder(store);
    const answers = await times(20, () => update(store, number, { visible }, { 'If-Match': '"1"' }));
    expect(tally(answers)).toEqual({ 200: 1, version_mismatch: 19 });
  });

  test('is checked after the body and before the state of the order', async () => {
    const { number } = await anOrder(store);
    expect(await update(store, number, {}, { 'If-Match': '"7"' })).toMatchObject({ status: 400 });
    await update(store, number, { cancelled: true });
    expect(await pay(store, number, {}, { 'If-Match': '"1"' })).toMatchObject({ status: 412 });
    expect(await pay(store, number, {}, { 'If-Match': '"2"' })).toMatchObject({ status: 409, code: 'order_cancelled' });
  });
});
