import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store, uniqueName } from '../support/actors.ts';
import { type Answer, call } from '../support/call.ts';
import { itemsOf, metered } from '../support/database.ts';
import { anOrder, aProduct, getOrder, keyed, pay, place, ship, update } from '../support/orders.ts';

let store: Store;
let order: Order;
let sku: string;

beforeAll(async () => {
  store = await aStore();
  sku = await aProduct(store, { stock: 1000 });
  order = await anOrder(store, { authorized: true, lines: [{ sku, quantity: 1 }] });
});

const run = (id: string, params: Record<string, string>, body?: unknown, headers = {}) =>
  call(id, { as: store.key, params, body, headers });
const list = (query: Record<string, string> = {}) => call('getOrders', { as: store.key, query });
const one = () => ({ lines: [{ sku, quantity: 1 }] });
const tooMany = () => ({ lines: [{ sku, quantity: 100_000 }] });
const year = { created_from: '2026-01-01T00:00:00Z', created_to: '2099-01-01T00:00:00Z' };

describe('database calls', () => {
  test.each<[string, number, number, () => Promise<Answer>]>([
    ['reading an order', 200, 1, () => getOrder(store, order.number)],
    ['a page of orders', 200, 1, () => list({ limit: '10' })],
    ['a page of the orders that one filter passes', 200, 1, () => list({ visible: 'true' })],
    ['a page of the orders of some time', 200, 4, () => list(year)],
    ['placing an order', 201, 3, () => place(store, one())],
    ['placing an order with a key', 201, 3, () => place(store, one(), keyed(uniqueName()))],
    ['an order that is refused', 409, 1, () => place(store, tooMany())],
    ['an order with a key that is refused', 409, 2, () => place(store, tooMany(), keyed(uniqueName()))],
    ['a payment', 201, 2, () => pay(store, order.number, { total: 0.01 })],
    ['a payment with a key', 201, 2, () => pay(store, order.number, { total: 0.01 }, keyed('once'))],
    ['a payment that is repeated', 201, 1, () => pay(store, order.number, { total: 0.01 }, keyed('once'))],
    ['a payment that is refused', 409, 1, () => pay(store, order.number, { total: 99 })],
    ['a change', 200, 2, () => update(store, order.number, { visible: false })],
    ['a change without effect', 200, 1, () => update(store, order.number, { visible: false })],
    ['a shipment that takes its units along', 200, 2, () => ship(store, order, { state: 'shipped' })],
    ['a shipment that arrives', 200, 2, () => ship(store, order, { state: 'delivered' })],
    ['a product that is read', 200, 1, () => run('getProduct', { sku })],
    ['a product that is put', 200, 2, () => run('putProduct', { sku }, { name: 'Tea', price: 10, stock: 500 })],
    ['a product that is changed', 200, 1, () => run('updateProduct', { sku }, { name: 'Tea' })],
    ['a product whose price is changed', 200, 2, () => run('updateProduct', { sku }, { price: 9 })],
    ['a stock that is adjusted', 200, 2, () => run('adjustStock', { sku }, { adjust: 1 }, keyed(uniqueName()))],
    ['a page of products', 200, 1, () => run('getProducts', {})],
    ['availability that is read', 200, 1, () => run('getAvailability', {})],
    ['availability that is overridden', 200, 1, () => run('overrideAvailability', {}, { available: null })],
    ['opening hours that are read', 200, 1, () => run('getOpeningHours', {})],
    ['opening hours that are set', 200, 1, () => run('putOpeningHours', {}, { opening_hours: null })],
  ])('%s is answered %i within %i', async (_, status, most, work) => {
    const { result, calls } = await metered(work);
    expect({ status: result.status, within: calls <= most ? 'budget' : calls }).toEqual({ status, within: 'budget' });
  });

  test('what the body alone condemns costs none', async () => {
    for (const work of [
      () => place(store, {}),
      () => pay(store, order.number, { total: 0 }),
      () => update(store, order.number, {}),
    ]) {
      expect(await metered(work)).toMatchObject({ calls: 0, result: { status: 400 } });
    }
    expect(await metered(() => getOrder(store, '01001'))).toMatchObject({ calls: 0, result: { status: 404 } });
  });
});

/** At least what an item takes up in the table: JSON writes no byte less. */
const sizeOf = (item: object) => Buffer.byteLength(JSON.stringify(item));

/** A store of its own with one order in it that is filled up to this many bytes. */
async function filled(bytes: number) {
  const own = await aStore();
  const { number } = await anOrder(own, { note: 'x' });
  const [bare] = await itemsOf(own, 'ORDER#');
  await pay(own, number, { total: 0.01, transaction_data: { filling: 'x'.repeat(bytes - sizeOf(bare as object) - 300) } });
  const [item] = await itemsOf(own, 'ORDER#');
  return { own, number, size: sizeOf(item as object) };
}

describe('capacity', () => {
  test('an order of 4 KB is read with one unit', async () => {
    const { own, number, size } = await filled(4096);
    expect([size > 3600, size <= 4096]).toEqual([true, true]);
    expect((await metered(() => getOrder(own, number))).units).toBe(1);
  });

  test('a payment on an order of 2 KB is written with three', async () => {
    const { own, number, size } = await filled(2048);
    expect([size > 1800, size <= 2048]).toEqual([true, true]);
    const { sent } = await metered(() => pay(own, number, undefined, keyed(uniqueName())));
    expect(sent).toEqual([
      { command: 'GetItem', units: 1 },
      { command: 'PutItem', units: 3 },
    ]);
  });

  test('an order of one line, with a webhook, takes at most sixteen', async () => {
    const own = await aStore();
    await call('changeWebhook', { as: own.key, params: { name: 'confirm-order' }, body: { url: 'https://example.com/' } });
    const lines = [{ sku: await aProduct(own, { stock: 5 }), quantity: 1 }];
    const { sent } = await metered(() => place(own, { lines, note: 'Please ring twice.', customer: { first_name: 'Ada' } }));
    expect(sent.map(({ command }) => command)).toEqual(['BatchGetItem', 'UpdateItem', 'TransactWriteItems']);
    // The engines disagree on what a transaction takes, so that is reckoned: two units a KB, and two for the index of due items.
    const written = (await Promise.all(['ORDER#', 'PRODUCT#', 'DELIVERY#'].map((kind) => itemsOf(own, kind)))).flat();
    expect(written).toHaveLength(3);
    const transaction = written.reduce((sum, item) => sum + 2 * Math.ceil(sizeOf(item) / 1024), 2);
    const [reads, counter] = sent.map(({ units }) => units) as [number, number];
    expect(reads + counter + transaction).toBeLessThanOrEqual(16);
  });
});
