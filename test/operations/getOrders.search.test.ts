import { describe, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, place, ship, update } from '../support/orders.ts';
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
};

const numbers: Record<string, string> = {};

const placeFor = async (as: Store, customer: Customer | undefined, given: object = {}): Promise<Order> =>
  (await place(as, { lines: [{ sku, quantity: 1 }], ...(customer && { customer }), ...given })).payload.orders;

const store = await aStore();
const sku = await aProduct(store);
for (const [name, customer] of Object.entries(customers)) numbers[name] = (await placeFor(store, customer)).number;
await placeFor(store, undefined);

const find = async (q: string, query: Record<string, string> = {}, { key }: Store = store) =>
  ((await walk('getOrders', { as: key, query: { q, ...query } })) as Order[]).map(({ number }) => number);
const names = async (q: string) =>
  (await find(q)).map((number) => Object.entries(numbers).find(([, other]) => other === number)?.[0]);

describe('finds orders', () => {
  test.each<[string, string[]]>([
    ['joerg@example.com', ['jorg']],
    ['JOERG@EXAMPLE.COM', ['jorg']],
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
    ['νίκος', ['nikos']],
    ['ΝΙΚΟΣ', ['nikos']],
    ['#jorg', ['jorg']],
    ['#a@example.com', []],
    ['Foo™', []],
    ['lena', []],
    ['--', []],
    ['zz', []],
  ])('%s', async (q, expected) => {
    expect(await names(q)).toEqual(expected);
  });

  test('by name, each order once, at its first matching name', async () => {
    expect(await names('an')).toEqual(['anders', 'ann', 'anna', 'company']);
    expect(await find('an', { limit: '1' })).toEqual(['anders', 'ann', 'anna', 'company'].map((name) => numbers[name]));
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

  test('by a name with digits in it', async () => {
    expect(await names('Studio 1001')).toEqual(['studio']);
    expect(await names('1001 Studio')).toEqual([]);
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

test('combines with the other filters', async () => {
  const customer = { email: 'filters@example.com' };
  const [shown, hidden] = [await placeFor(store, customer, { authorized: true }), await placeFor(store, customer)];
  await update(store, hidden.number, { visible: false });
  await ship(store, shown, { state: 'shipped' });
  const q = 'filters@example.com';
  expect(await find(q, { visible: 'false' })).toEqual([hidden.number]);
  expect(await find(q, { shipment_state: 'shipped' })).toEqual([shown.number]);
  expect(await find(q, { shipment_state: 'delivered' })).toEqual([]);
  expect(await find(q, { created_from: hidden.created })).toEqual([hidden.number]);
});

test('a changed customer is found immediately, and by the new values only', async () => {
  const { number } = await placeFor(store, { first_name: 'Old', email: 'old@example.com', phone: '+441111111' });
  const customer = { first_name: 'New', email: 'new@example.com', phone: '+442222222' };
  await update(store, number, { customer });
  expect([await find('old'), await find('old@example.com'), await find('1111111')]).toEqual([[], [], []]);
  expect([await find('new'), await find('new@example.com'), await find('2222222')]).toEqual(Array(3).fill([number]));
  await update(store, number, { customer: null });
  expect([await find('new'), await find('new@example.com'), await find('2222222')]).toEqual([[], [], []]);
});

test('filters by the state of a shipment', async () => {
  const own = await aStore();
  const [first, second] = [await anOrder(own, { authorized: true }), await anOrder(own)];
  await ship(own, first, { state: 'delivered' });
  const list = async (shipment_state: string) =>
    ((await walk('getOrders', { as: own.key, query: { shipment_state } })) as Order[]).map(({ number }) => number);
  expect([await list('ready'), await list('shipped'), await list('delivered')]).toEqual([[second.number], [], [first.number]]);
});
