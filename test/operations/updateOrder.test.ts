import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { anOrder, read, tally, times, update } from '../support/orders.ts';

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

test('of twenty concurrent changes with the same If-Match, one succeeds', async () => {
  const { number } = await anOrder(store);
  const answers = await times(20, () => update(store, number, { visible: false }, { 'If-Match': '"1"' }));
  expect(tally(answers)).toEqual({ 200: 1, version_mismatch: 19 });
});
