import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { aProduct, pay, place, read, times, update } from '../support/orders.ts';
import { pages, walk } from '../support/walk.ts';

const list = async ({ key }: Store, query: Record<string, string> = {}) =>
  (await walk('getOrders', { as: key, query })) as Order[];
const numbers = (orders: { number: string }[]) => orders.map(({ number }) => Number(number));

async function aStoreWith(count: number) {
  const store = await aStore();
  const sku = await aProduct(store);
  const lines = [{ sku, quantity: 1 }];
  const another = async () => (await place(store, { lines })).payload.orders as Order;
  const orders: Order[] = [];
  while (orders.length < count) orders.unshift(await another());
  return { store, orders, another };
}

test('lists complete orders with the highest number first, including hidden ones', async () => {
  const { store } = await aStoreWith(3);
  await pay(store, '1001', { transaction_data: { a: [1] } });
  await update(store, '1002', { visible: false, cancelled: true });
  const { payload } = await call('getOrders', { as: store.key });
  expect(payload).toEqual({
    orders: await Promise.all(['1003', '1002', '1001'].map((number) => read(store, number))),
    next_cursor: null,
  });
});

test('lists each existing order once while orders are added and changed', async () => {
  const { store, orders, another } = await aStoreWith(12);
  const seen: number[] = [];
  for await (const { payload } of pages('getOrders', { as: store.key, query: { limit: '2' } })) {
    seen.push(...numbers(payload.orders));
    await times(2, another);
    await times(12, (i) => update(store, String(1001 + i), { visible: seen.length % 4 === 0 }));
  }
  expect(seen).toEqual(numbers(orders));
});

// Order 1001 stays as it was placed; others get these changes, and 1005 and 1006 a payment.
const changes: Record<string, object> = {
  1002: { authorized: true },
  1003: { cancelled: true },
  1004: { visible: false },
  1005: { authorized: true, visible: false },
};
const { store: filtered } = await aStoreWith(6);
for (const [number, body] of Object.entries(changes)) await update(filtered, number, body);
await pay(filtered, '1006');
await pay(filtered, '1005', { total: 4 });

test.each<[Record<string, string>, number[]]>([
  [{ authorized: 'true' }, [1005, 1002]],
  [{ authorized: 'false' }, [1006, 1004, 1003, 1001]],
  [{ cancelled: 'true' }, [1003]],
  [{ cancelled: 'false' }, [1006, 1005, 1004, 1002, 1001]],
  [{ visible: 'true' }, [1006, 1003, 1002, 1001]],
  [{ visible: 'false' }, [1005, 1004]],
  [{ settled: 'true' }, [1006, 1003]],
  [{ settled: 'false' }, [1005, 1004, 1002, 1001]],
  [{ authorized: 'true', visible: 'false' }, [1005]],
  [{ settled: 'true', cancelled: 'false' }, [1006]],
  [{ authorized: 'false', cancelled: 'false', visible: 'true', settled: 'false' }, [1001]],
  [{ authorized: 'true', cancelled: 'true' }, []],
])('the filters %j select %j', async (query, expected) => {
  expect(numbers(await list(filtered, query))).toEqual(expected);
  expect(numbers(await list(filtered, { ...query, limit: '1' }))).toEqual(expected);
});

const since = { updated_from: '2026-01-01T00:00:00Z' };

test.each<[field: string, query: Record<string, string>]>([
  ['order', { order: 'desc' }],
  ['order', { order: 'asc', q: 'ada' }],
  ['order', { order: 'asc', ...since }],
  ['visible', { visible: 'true', ...since }],
  ['q', { q: 'ada', ...since }],
  ['created_from', { created_from: '2026-01-01T00:00:00Z', ...since }],
  ['shipment_state', { shipment_state: 'ready', ...since }],
  ...['overpaid', 'shippable'].flatMap((name): [string, Record<string, string>][] => [
    [name, { [name]: 'true', ...since }],
    [name, { [name]: 'yes' }],
  ]),
  ['created_to', { created_from: '2026-02-01T00:00:00Z', created_to: '2026-01-01T00:00:00Z' }],
])('rejects `%s` in %j', async (field, query) => {
  const { key } = await aStore();
  expect(await call('getOrders', { as: key, query })).toMatchObject({ status: 400, body: { errors: [{ field }] } });
});
