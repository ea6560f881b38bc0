import { expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, cancelPart, pay, place, ship, update } from '../support/orders.ts';

const report = async ({ key: as }: Store) => (await call('getOpenReport', { as })).payload;
const authorized = { authorized: true };

test('counts what can ship and what is to be refunded', async () => {
  const store = await aStore();
  expect(await report(store)).toEqual({
    shippable: { orders: 0, oldest: null },
    overpaid: { orders: 0, refunds: [] },
    next_cursor: null,
  });
  const sku = await aProduct(store, { price: 10.1 });
  const order = { ...authorized, lines: [{ sku, quantity: 2 }] };
  const [first, second, third] = [await anOrder(store, order), await anOrder(store, order), await anOrder(store, order)];
  await place(store, { ...authorized, currency: 'JPY', lines: [{ sku, quantity: 1, price: 500 }] });
  await anOrder(store);
  await ship(store, first, { state: 'shipped' });
  expect(await report(store)).toMatchObject({ shippable: { orders: 3, oldest: second.created }, overpaid: { orders: 0 } });
  for (const number of [second.number, third.number, '1004']) await pay(store, number);
  await cancelPart(store, second.number, { lines: [{ line: 0, quantity: 1 }] });
  for (const number of [third.number, '1004']) await update(store, number, { cancelled: true });
  expect(await report(store)).toEqual({
    shippable: { orders: 1, oldest: second.created },
    overpaid: {
      orders: 3,
      refunds: [
        { currency: 'EUR', amount: 30.3 },
        { currency: 'JPY', amount: 500 },
      ],
    },
    next_cursor: null,
  });
  await pay(store, third.number, { method: 'refund', total: -0.2 });
  expect((await report(store)).overpaid.refunds[0]).toEqual({ currency: 'EUR', amount: 30.1 });
  await pay(store, third.number, { method: 'refund' });
  expect((await report(store)).overpaid).toMatchObject({ orders: 2, refunds: [{ amount: 10.1 }, { amount: 500 }] });
});

test('a key that only ships can read it, and one that only places orders cannot', async () => {
  const store = await aStore();
  for (const [scope, status] of [
    ['orders:ship', 200],
    ['orders:place', 403],
  ] as const) {
    const { secret } = (await call('issueOwnKey', { as: store.key, body: { scopes: [scope] } })).payload;
    for (const id of ['getOpenReport', 'getDailyReport']) expect((await call(id, { as: secret })).status).toBe(status);
  }
});
