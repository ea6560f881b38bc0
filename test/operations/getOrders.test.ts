import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, cancelPart, pay, place, read, ship, split, times, update } from '../support/orders.ts';
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

/** Eleven orders of one customer, each with what a filter can find. */
async function aStoreToFilter(): Promise<Store> {
  const store = await aStore();
  const [sku, authorized] = [await aProduct(store), true];
  await call('putProduct', { as: store.key, params: { sku: 'GIFT' }, body: { name: 'Gift', price: 1, stock: null } });
  const gift = { sku: 'GIFT', quantity: 1 };
  const another = async (given: object = {}, lines: object[] = [{ sku, quantity: 1 }]): Promise<Order> =>
    (await place(store, { lines, customer: { email: 'ada@example.com' }, ...given })).payload.orders;
  await another();
  await another({ authorized });
  await update(store, (await another()).number, { cancelled: true });
  await update(store, (await another()).number, { visible: false });
  await update(store, (await another({ authorized })).number, { visible: false });
  await pay(store, '1005', { total: 4 });
  await pay(store, (await another()).number);
  const parted = await another({ authorized, tags: ['gift', 'b2b'] }, [{ sku, quantity: 1 }, gift]);
  await split(store, parted.number, { from: parted.shipments[0]?.id, lines: [gift] });
  await ship(store, parted, { state: 'shipped' });
  await pay(store, (await another({ authorized })).number);
  await update(store, '1008', { cancelled: true });
  await another({ tags: ['Gift', 'gift "x"'] }, [gift]);
  await ship(store, await another({ authorized }), { state: 'delivered' });
  await pay(store, (await another({ authorized }, [{ sku, quantity: 2 }])).number);
  await cancelPart(store, '1011', { lines: [{ line: 0, quantity: 1 }] });
  return store;
}

const filtered = await aStoreToFilter();
const q = 'ada@example.com';
const [shippable, overpaid] = [{ shippable: 'true' }, { overpaid: 'true' }];

test.each<[Record<string, string>, number[]]>([
  [{ created_from: '2099-01-01T00:00:00Z' }, []],
  [
    { order: 'asc', created_from: '0000-01-01T00:00:00Z', created_to: '9999-12-31T23:59:59.999Z' },
    [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011],
  ],
  [{ order: 'asc' }, [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011]],
  [{ authorized: 'true' }, [1011, 1010, 1008, 1007, 1005, 1002]],
  [{ authorized: 'false' }, [1009, 1006, 1004, 1003, 1001]],
  [{ cancelled: 'true' }, [1008, 1003]],
  [{ cancelled: 'false' }, [1011, 1010, 1009, 1007, 1006, 1005, 1004, 1002, 1001]],
  [{ visible: 'true' }, [1011, 1010, 1009, 1008, 1007, 1006, 1003, 1002, 1001]],
  [{ visible: 'false' }, [1005, 1004]],
  [{ visible: 'false', order: 'asc' }, [1004, 1005]],
  [{ settled: 'true' }, [1006, 1003]],
  [{ settled: 'false' }, [1011, 1010, 1009, 1008, 1007, 1005, 1004, 1002, 1001]],
  [{ authorized: 'true', visible: 'false' }, [1005]],
  [{ settled: 'true', cancelled: 'false' }, [1006]],
  [{ authorized: 'false', cancelled: 'false', visible: 'true', settled: 'false' }, [1009, 1001]],
  [{ authorized: 'false', overpaid: 'true' }, []],
  [{ shipment_state: 'ready' }, [1011, 1009, 1008, 1007, 1006, 1005, 1004, 1003, 1002, 1001]],
  [{ shipment_state: 'shipped' }, [1007]],
  [{ shipment_state: 'delivered' }, [1010]],
  [{ tag: 'gift' }, [1007]],
  [{ tag: 'gift "x"' }, [1009]],
  [{ tag: 'gif' }, []],
  [{ sku: 'GIFT' }, [1009, 1007]],
  [{ sku: 'gift' }, []],
  [shippable, [1011, 1007, 1005, 1002]],
  [{ shippable: 'false' }, [1010, 1009, 1008, 1006, 1004, 1003, 1001]],
  [{ ...shippable, order: 'asc' }, [1002, 1005, 1007, 1011]],
  [{ ...shippable, visible: 'true' }, [1011, 1007, 1002]],
  [{ ...shippable, tag: 'gift' }, [1007]],
  [{ ...shippable, sku: 'GIFT' }, [1007]],
  [{ shippable: 'false', sku: 'GIFT' }, [1009]],
  [{ ...shippable, settled: 'true' }, []],
  [{ ...shippable, created_from: '2026-01-01T00:00:00Z', created_to: '2099-01-01T00:00:00Z' }, [1011, 1007, 1005, 1002]],
  [{ ...shippable, created_from: '2099-01-01T00:00:00Z' }, []],
  [{ ...shippable, created_to: '2020-01-01T00:00:00Z' }, []],
  [overpaid, [1011, 1008]],
  [{ ...shippable, ...overpaid }, [1011]],
  [{ ...shippable, overpaid: 'false' }, [1007, 1005, 1002]],
  [{ overpaid: 'false', shippable: 'false' }, [1010, 1009, 1006, 1004, 1003, 1001]],
  [{ q, ...shippable }, [1011, 1007, 1005, 1002]],
  [{ q, shippable: 'false' }, [1010, 1009, 1008, 1006, 1004, 1003, 1001]],
  [{ q, ...overpaid }, [1011, 1008]],
  [{ q, sku: 'GIFT' }, [1009, 1007]],
  [{ q, visible: 'false' }, [1005, 1004]],
  [{ q, shipment_state: 'delivered' }, [1010]],
  [{ q, ...overpaid, created_from: '2026-01-01T00:00:00Z' }, [1011, 1008]],
  [{ q, created_from: '2099-01-01T00:00:00Z' }, []],
])('the filters %j select %j', async (query, expected) => {
  expect(numbers(await list(filtered, query))).toEqual(expected);
  for (const limit of ['1', '3']) expect(numbers(await list(filtered, { ...query, limit }))).toEqual(expected);
});

test.each(['asc', ''])('a walk lists each order once, although what is left of it changes (order: %j)', async (order) => {
  const store = await aStore();
  const lines = [{ sku: await aProduct(store), quantity: 2 }];
  for (let i = 0; i < 4; i++) await anOrder(store, { authorized: true, lines });
  const seen: number[] = [];
  for await (const { payload } of pages('getOrders', { as: store.key, query: { ...shippable, limit: '1', order } })) {
    for (const { number } of payload.orders as Order[]) {
      seen.push(Number(number));
      await pay(store, number);
      await cancelPart(store, number, { lines: [{ line: 0, quantity: 1 }] });
      expect(numbers(await list(store, overpaid))).toContain(Number(number));
    }
  }
  expect(seen).toEqual(order ? [1001, 1002, 1003, 1004] : [1004, 1003, 1002, 1001]);
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
