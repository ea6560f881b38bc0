import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, cancelPart, pay, place, update } from '../support/orders.ts';
import { pages, walk } from '../support/walk.ts';

const authorized = { authorized: true };

const list = async ({ key }: Store, query: Record<string, string>) =>
  ((await walk('getOrders', { as: key, query })) as Order[]).map(({ number }) => Number(number));

/** Paid in full, then cancelled. */
async function overpay(store: Store, number: string) {
  await pay(store, number);
  await update(store, number, { cancelled: true });
}

test('an order can be both, and is listed from its placing on', async () => {
  const store = await aStore();
  const sku = await aProduct(store);
  for (const quantity of [1, 2]) await place(store, { ...authorized, lines: [{ sku, quantity }] });
  await pay(store, '1002');
  await cancelPart(store, '1002', { lines: [{ line: 0, quantity: 1 }] });
  expect(await list(store, { shippable: 'true' })).toEqual([1002, 1001]);
  expect(await list(store, { shippable: 'true', overpaid: 'true' })).toEqual([1002]);
});

/** 1001 to 1004 can ship, of which 1002 is hidden and 1003 tagged; 1005 is overpaid; 1006 is neither. 1004 and 1006 have a gift. */
async function aStoreToFilter(): Promise<Store> {
  const own = await aStore();
  const customer = { email: 'ada@example.com' };
  await call('putProduct', { as: own.key, params: { sku: 'GIFT' }, body: { name: 'Gift', price: 1, stock: null } });
  const gift = {
    lines: [
      { sku: await aProduct(own), quantity: 1 },
      { sku: 'GIFT', quantity: 1 },
    ],
  };
  for (let i = 0; i < 4; i++) await anOrder(own, { ...authorized, customer, ...(i === 3 && gift) });
  await update(own, '1002', { visible: false });
  await update(own, '1003', { tags: ['gift'] });
  await overpay(own, (await anOrder(own, { ...authorized, customer })).number);
  await anOrder(own, { customer, ...gift });
  return own;
}

const filtered = await aStoreToFilter();

test.each<[Record<string, string>, number[]]>([
  [{ shippable: 'true' }, [1004, 1003, 1002, 1001]],
  [{ shippable: 'true', order: 'asc' }, [1001, 1002, 1003, 1004]],
  [{ shippable: 'true', visible: 'true' }, [1004, 1003, 1001]],
  [{ shippable: 'true', tag: 'gift' }, [1003]],
  [{ shippable: 'true', sku: 'GIFT' }, [1004]],
  [{ shippable: 'false', sku: 'GIFT' }, [1006]],
  [{ sku: 'GIFT' }, [1006, 1004]],
  [{ sku: 'gift' }, []],
  [{ sku: 'GIFT', q: 'ada@example.com' }, [1006, 1004]],
  [{ shippable: 'true', settled: 'true' }, []],
  [{ shippable: 'true', created_from: '2026-01-01T00:00:00Z', created_to: '2099-01-01T00:00:00Z' }, [1004, 1003, 1002, 1001]],
  [{ shippable: 'true', created_from: '2099-01-01T00:00:00Z' }, []],
  [{ shippable: 'true', created_to: '2020-01-01T00:00:00Z' }, []],
  [{ shippable: 'true', overpaid: 'false' }, [1004, 1003, 1002, 1001]],
  [{ shippable: 'true', overpaid: 'true' }, []],
  [{ shippable: 'false' }, [1006, 1005]],
  [{ overpaid: 'true' }, [1005]],
  [{ overpaid: 'false', shippable: 'false' }, [1006]],
  [{ overpaid: 'true', q: 'ada@example.com' }, [1005]],
  [{ shippable: 'true', q: 'ada@example.com' }, [1004, 1003, 1002, 1001]],
  [{ shippable: 'false', q: 'ada@example.com' }, [1006, 1005]],
])('lists by %j', async (query, expected) => {
  expect(await list(filtered, query)).toEqual(expected);
  for (const limit of ['1', '3']) expect(await list(filtered, { ...query, limit })).toEqual(expected);
});

test.each(['asc', ''])('a walk lists each order once, although what is left of it changes (order: %j)', async (order) => {
  const store = await aStore();
  const lines = [{ sku: await aProduct(store), quantity: 2 }];
  for (let i = 0; i < 4; i++) await anOrder(store, { ...authorized, lines });
  const seen: number[] = [];
  for await (const { payload } of pages('getOrders', { as: store.key, query: { shippable: 'true', limit: '1', order } })) {
    for (const { number } of payload.orders as Order[]) {
      seen.push(Number(number));
      await pay(store, number);
      await cancelPart(store, number, { lines: [{ line: 0, quantity: 1 }] });
      expect(await list(store, { overpaid: 'true' })).toContain(Number(number));
    }
  }
  expect(seen).toEqual(order ? [1001, 1002, 1003, 1004] : [1004, 1003, 1002, 1001]);
});
