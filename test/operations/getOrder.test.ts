import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { anOrder, getOrder, pay, update } from '../support/orders.ts';

const store = await aStore();

test('an order has a version and a matching ETag', async () => {
  const order = await anOrder(store);
  const answer = await getOrder(store, order.number);
  expect(answer).toMatchObject({ status: 200, headers: { etag: '"1"' } });
  expect(answer.payload).toEqual({ orders: order });
  await pay(store, order.number);
  expect(await getOrder(store, order.number)).toMatchObject({ headers: { etag: '"2"' }, payload: { orders: { version: 2 } } });
});

test('reports an invalid request before a missing order', async () => {
  expect(await pay(store, '999999', { total: 0 })).toMatchObject({ status: 400 });
  expect(await update(store, '01001', {})).toMatchObject({ status: 400 });
});
