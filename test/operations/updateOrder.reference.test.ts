import { describe, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call, overHttp } from '../support/call.ts';
import { itemsOf, metered } from '../support/database.ts';
import { anOrder, getOrder, place, read, ship, update } from '../support/orders.ts';
import { walk } from '../support/walk.ts';

const store = await aStore();

const fields = {
  billing_address: { company: 'Tea House', city: 'Bonn' },
  reference: 'PO-2026/17',
  tags: ['gift', 'Gift', 'b2b'],
  metadata: { channel: 'app', nested: [{ rate: 1e2 }] },
};
const none = { billing_address: null, reference: null, tags: [], metadata: null };
const shown = ({ billing_address, reference, tags, metadata }: Order) => ({ billing_address, reference, tags, metadata });

test('billing address, reference, tags and metadata are empty unless given, and kept if given', async () => {
  expect(shown(await anOrder(store))).toEqual(none);
  expect(shown(await anOrder(store, { billing_address: null, reference: '', tags: null, metadata: null }))).toEqual(none);
  const order = await anOrder(store, fields);
  expect(shown(order)).toMatchObject(fields);
  expect(order.billing_address).toHaveProperty('line1', null);
  expect(await read(store, order.number)).toEqual(order);
});

test('returns metadata exactly as it was sent', async () => {
  const { number } = await anOrder(store);
  const sent = '{"z":1.10,"a":1e400,"id":12345678901234567890,"__proto__":{"b":-0},"c":null}';
  await update(store, number, `{"metadata":${sent}}`);
  await update(store, number, { note: 'new' });
  const kept = sent.replace('1.10', '1.1');
  expect((await getOrder(store, number)).text).toContain(`"metadata":${kept}`);
  const { orders } = (await place(store, `{"lines":[{"sku":"${await skuOf(number)}","quantity":1}],"metadata":${sent}}`))
    .payload;
  await update(store, orders.number, { note: 'new' });
  expect((await getOrder(store, orders.number)).text).toContain(`"metadata":${kept}`);
});

const skuOf = async (number: string) => (await read(store, number)).lines[0]?.sku;

test('the history shows how they changed, but not the values of metadata', async () => {
  const { number } = await anOrder(store, fields);
  await update(store, number, { reference: 'PO 18', tags: ['late'], metadata: { secret: 'x' } });
  const [{ changes }] = (await call('getHistory', { as: store.key, params: { number } })).payload.entries;
  expect(changes).toEqual([
    { field: 'reference', from: fields.reference, to: 'PO 18' },
    { field: 'tags', from: fields.tags, to: ['late'] },
    { field: 'metadata', from: null, to: null },
  ]);
});

const list = async (own: Store, query: Record<string, string>) =>
  ((await walk('getOrders', { as: own.key, query })) as Order[]).map(({ number }) => number);

test('lists orders by an exact tag', async () => {
  const own = await aStore();
  const [first, second] = [await anOrder(own, { tags: ['gift', 'b2b'] }), await anOrder(own, { tags: ['Gift', 'gift "x"'] })];
  expect(await list(own, { tag: 'gift' })).toEqual([first.number]);
  expect(await list(own, { tag: 'gift "x"' })).toEqual([second.number]);
  expect(await list(own, { tag: 'gif' })).toEqual([]);
  await update(own, first.number, { tags: ['b2b'] });
  expect(await list(own, { tag: 'gift' })).toEqual([]);
});

const own = await aStore();
const orders: Order[] = [];
for (const given of [
  { reference: 'PO-2026/17', customer: { last_name: 'Polo' } },
  { reference: '2026-0815' },
  { reference: '0034 0434', customer: { phone: '+4930034043', first_name: 'Pö' } },
  { reference: '1001' },
])
  orders.push(await anOrder(own, given));
await ship(own, orders[1] as Order, { tracking_number: '1Z 999 AA1' });
await ship(own, orders[0] as Order, { tracking_number: 'PO-2026' });

describe('search', () => {
  test.each<[string, number[]]>([
    ['PO-2026', [0]],
    ['po 20', [0]],
    ['po2026/17', [0]],
    ['po', [2, 0]],
    ['2026', [1]],
    ['2026 08', [1]],
    ['26-0815', []],
    ['1z999', [1]],
    ['1Z 999 AA1', [1]],
    ['00340434', [2]],
    ['0034 04', [2]],
    ['0034043', [2]],
    ['1001', [0, 3]],
    ['#1001', [0, 3]],
    ['10', [3]],
  ])('finds %s at the beginning of a reference or tracking number', async (q, found) => {
    const numbers = found.map((i) => orders[i]?.number);
    expect(await list(own, { q })).toEqual(numbers);
    expect(await list(own, { q, limit: '1' })).toEqual(numbers);
    const { calls } = await metered(() => call('getOrders', { as: own.key, query: { q } }));
    expect(calls).toBeLessThanOrEqual(3);
  });

  test('finds a changed reference or tracking number by the new value only', async () => {
    const order = await anOrder(own, { reference: 'old-ref' });
    await ship(own, order, { tracking_number: 'old-track' });
    await update(own, order.number, { reference: 'new-ref' });
    await ship(own, order, { tracking_number: 'new-track' });
    expect([await list(own, { q: 'old' }), await list(own, { q: 'new' })]).toEqual([[], [order.number]]);
    if (!overHttp) expect(await itemsOf(own, 'FIND#R:old')).toEqual([]);
  });
});
