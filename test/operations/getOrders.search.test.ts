import { describe, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call, overHttp } from '../support/call.ts';
import { itemsOf, metered } from '../support/database.ts';
import { aProduct, place, ship, times, update } from '../support/orders.ts';
import { walk } from '../support/walk.ts';

type Customer = Record<string, string>;

const customers: Record<string, Customer> = {
  jorg: { first_name: 'JÖRG', last_name: 'Straßer', email: 'Joerg@Example.com', phone: '+4930123456' },
  anna: { first_name: 'Anna-Lena', last_name: "O'Hara", company: 'Łódź Tea & Co.', phone: '+48501234567' },
  anders: { first_name: 'Anders', last_name: 'Anderson', email: 'anders@bücher.example' },
  soren: { first_name: 'Søren', last_name: 'Ærø', phone: '+4540123456' },
  ivan: { first_name: 'Иван', last_name: 'Петров' },
  company: { company: 'Anna & Söhne' },
  ann: { first_name: 'Zoe', company: 'Ann' },
  studio: { company: 'Studio 1001' },
  nikos: { first_name: 'Νίκος' },
  sofia: { first_name: 'Σοφία', last_name: 'Νικοσίου' },
  isik: { first_name: 'Işık', last_name: 'Dʼarcı' },
};

/** Orders found by their reference or the tracking number of their shipment. */
const references: Record<string, [given: object, tracking?: string]> = {
  purchase: [{ reference: 'PO-2026/17', customer: { last_name: 'Polo' } }, 'PO-2026'],
  year: [{ reference: '2026-0815' }, '1Z 999 AA1'],
  digits: [{ reference: '0034 0434', customer: { phone: '+4930034043', first_name: 'Pö' } }],
  number: [{ reference: '1001' }],
};

const numbers: Record<string, string> = {};

const placeFor = async (as: Store, customer: Customer | undefined, given: object = {}): Promise<Order> =>
  (await place(as, { lines: [{ sku, quantity: 1 }], ...(customer && { customer }), ...given })).payload.orders;

const store = await aStore();
const sku = await aProduct(store);
for (const [name, customer] of Object.entries(customers)) numbers[name] = (await placeFor(store, customer)).number;
await placeFor(store, undefined);
for (const [name, [given, tracking_number]] of Object.entries(references)) {
  const order = await placeFor(store, undefined, given);
  numbers[name] = order.number;
  if (tracking_number) await ship(store, order, { tracking_number });
}

const find = async (q: string, query: Record<string, string> = {}, { key }: Store = store) =>
  ((await walk('getOrders', { as: key, query: { q, ...query } })) as Order[]).map(({ number }) => number);
const names = async (q: string) =>
  (await find(q)).map((number) => Object.entries(numbers).find(([, other]) => other === number)?.[0]);

describe('finds orders', () => {
  test.each<[string, string[]]>([
    ['joerg@example.com', ['jorg']],
    ['JOERG@EXAMPLE.COM', ['jorg']],
    [' joerg@example.com ', ['jorg']],
    ['anders@bücher.example', ['anders']],
    ['anders@xn--bcher-kva.example', ['anders']],
    ['joerg@example.co', []],
    ['030 123456', ['jorg']],
    ['+49 (30) 123-456', ['jorg']],
    ['0123456', ['soren', 'jorg']],
    ['0123457', []],
    ['0000000', []],
    ['jorg', ['jorg']],
    ['Jörg strasser', ['jorg']],
    ['STRASSER, J', ['jorg']],
    ['anna lena', ['anna']],
    ['ohara', ['anna']],
    ["o'hara a", ['anna']],
    ['lodz tea co', ['anna']],
    ['soren aero', ['soren']],
    ['ærø', ['soren']],
    ['ИВАН', ['ivan']],
    ['петров и', ['ivan']],
    ['νίκος', ['nikos', 'sofia']],
    ['ΝΙΚΟΣ', ['nikos', 'sofia']],
    ['#jorg', ['jorg']],
    ['IŞIK DARCI', ['isik']],
    ['#a@example.com', []],
    ['Foo™', []],
    ['lena', []],
    ['--', []],
    ['zz', []],
    ['PO-2026', ['purchase']],
    ['po 20', ['purchase']],
    ['po2026/17', ['purchase']],
    ['po', ['digits', 'purchase']],
    ['2026', ['year']],
    ['2026 08', ['year']],
    ['26-0815', []],
    ['1z999', ['year']],
    ['1Z 999 AA1', ['year']],
    ['00340434', ['digits']],
    ['0034 04', ['digits']],
    ['0034043', ['digits']],
    ['1001', ['jorg', 'number']],
    ['#1001', ['jorg', 'number']],
    ['10', ['number']],
    // Each order once, at its first matching name.
    ['an', ['anders', 'ann', 'anna', 'company']],
    ['Studio 1001', ['studio']],
    ['1001 Studio', []],
  ])('%s, with at most three database calls', async (q, expected) => {
    expect(await names(q)).toEqual(expected);
    expect(await find(q, { limit: '1' })).toEqual(expected.map((name) => numbers[name]));
    const { calls } = await metered(() => call('getOrders', { as: store.key, query: { q } }));
    expect(calls).toBeLessThanOrEqual(3);
  });

  test('by number, with leading zeros or without, and with a leading #', async () => {
    const number = numbers.anna as string;
    for (const q of [number, `0${number}`, `#${number}`, ` # ${number}`]) expect(await names(q)).toEqual(['anna']);
    expect(await find('9999')).toEqual([]);
  });

  test('by a name that sorts last, on the first page', async () => {
    const { payload } = await call('getOrders', { as: store.key, query: { q: 'zoe', limit: '1' } });
    expect(payload.orders).toMatchObject([{ number: numbers.ann }]);
  });

  test('only of this store', async () => {
    const other = await aStore();
    for (const q of ['joerg@example.com', '030 123456', 'jorg', '1001']) expect(await find(q, {}, other)).toEqual([]);
  });
});

test('finds orders of one customer newest first, across pages', async () => {
  const customer = { first_name: 'Mary', email: 'mary@example.com', phone: '+15551234567' };
  const orders = [];
  for (let i = 0; i < 5; i++) orders.unshift((await placeFor(store, customer)).number);
  for (const q of ['mary@example.com', '5551234567', 'mary']) {
    expect(await find(q)).toEqual(orders);
    expect(await find(q, { limit: '2' })).toEqual(orders);
  }
});

test('finds orders by name, and then by reference, in pages that fit one read by keys', async () => {
  const other = await aStore();
  const product = await aProduct(other);
  const placed = (given: object) => place(other, { lines: [{ sku: product, quantity: 1 }], ...given });
  await placed({ customer: { first_name: 'PO' } });
  for (let i = 0; i < 10; i++) await times(10, (n) => placed({ reference: `po-${10 * i + n}` }));
  expect(await find('po', { limit: '1000' }, other)).toHaveLength(101);
});

test('a changed order is found immediately, and by the new values only', async () => {
  const old = { first_name: 'Old', email: 'old@example.com', phone: '+441111111' };
  const order = await placeFor(store, old, { reference: 'old-ref' });
  const { number } = order;
  await ship(store, order, { tracking_number: 'old-track' });
  const customer = { first_name: 'New', email: 'new@example.com', phone: '+442222222' };
  await update(store, number, { customer, reference: 'new-ref' });
  await ship(store, order, { tracking_number: 'new-track' });
  const found = (...values: string[]) => Promise.all(values.map((q) => find(q)));
  const [before, after] = [
    ['old', 'old@example.com', '1111111', 'old-ref', 'old-track'],
    ['new@example.com', '2222222'],
  ];
  expect(await found(...before)).toEqual(before.map(() => []));
  expect(await found('new', 'new-ref', 'new-track', ...after)).toEqual(Array(5).fill([number]));
  if (!overHttp) expect(await itemsOf(store, 'FIND#R:old')).toEqual([]);
  await update(store, number, { customer: null });
  expect(await found(...after)).toEqual([[], []]);
});
