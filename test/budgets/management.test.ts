import { describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../lib/db/key.ts';
import { aStore, uniqueName } from '../support/actors.ts';
import { writeOrders } from '../support/bulkOrders.ts';
import { type Answer, call } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { itemsOf, metered } from '../support/database.ts';
import {
  anOrder,
  aProduct,
  cancelPart,
  erase,
  getOrder,
  keyed,
  pay,
  place,
  returnUnits,
  ship,
  split,
  update,
} from '../support/orders.ts';
import { aRatesStore, askRates, postAnswer } from '../support/rates.ts';

const clocks = holdClocks();

const store = await aStore();
const sku = await aProduct(store, { stock: 1000 });
const order = await anOrder(store, { authorized: true, lines: [{ sku, quantity: 1 }] });
const other = await aStore();
const rated = await aRatesStore(postAnswer);
const fortyMore = Array.from({ length: 40 }, (_, i) => ({ number: 2001 + i, created: new Date() }));
await writeOrders(other.tenant.id as TenantId, fortyMore);
const hidden = { visible: 'false', limit: '1' };
const pair = await anOrder(other, { lines: [{ sku: await aProduct(other), quantity: 3 }] });

const run = (id: string, params: Record<string, string>, body?: unknown, headers = {}) =>
  call(id, { as: store.key, params, body, headers });
const list = (query: Record<string, string> = {}) => call('getOrders', { as: store.key, query });
const one = () => ({ lines: [{ sku, quantity: 1 }] });
const tooMany = () => ({ lines: [{ sku, quantity: 100_000 }] });
const splitPair = () =>
  split(other, pair.number, { from: pair.shipments[0]?.id, lines: [{ sku: pair.lines[0]?.sku, quantity: 1 }] });
const year = { created_from: '2026-01-01T00:00:00Z', created_to: '2099-01-01T00:00:00Z' };

describe('database calls', () => {
  test.each<[string, number, number, () => Promise<Answer>]>([
    ['reading an order', 200, 1, () => getOrder(store, order.number)],
    ['listing orders', 200, 1, () => list({ limit: '10' })],
    ['listing orders with one filter', 200, 1, () => list({ visible: 'true' })],
    ['looking for a hidden order among forty', 200, 1, () => call('getOrders', { as: other.key, query: hidden })],
    ['listing orders by creation time', 200, 4, () => list(year)],
    ['placing an order', 201, 3, () => place(store, one())],
    ['placing an order with an idempotency key', 201, 3, () => place(store, one(), keyed(uniqueName()))],
    ...['joerg@example.com', '030123456', 'jorg', '1001', 'PO-17/a'].map(
      (q) => [`finding orders by ${q}`, 200, 3, () => list({ q })] as [string, number, number, () => Promise<Answer>],
    ),
    ['listing changed orders', 200, 2, () => list({ updated_from: year.created_from })],
    ['listing orders that can ship', 200, 2, () => list({ shippable: 'true' })],
    ['crediting an order', 201, 2, () => run('createCredit', { number: order.number }, { amount: 0.01 })],
    ['correcting a customer', 200, 2, () => update(store, order.number, { customer: { first_name: uniqueName() } })],
    ['placing an order that is rejected', 409, 1, () => place(store, tooMany())],
    ['placing an order with an idempotency key that is rejected', 409, 2, () => place(store, tooMany(), keyed(uniqueName()))],
    ['recording a payment', 201, 2, () => pay(store, order.number, { total: 0.01 })],
    ['recording a payment with an idempotency key', 201, 2, () => pay(store, order.number, { total: 0.01 }, keyed('once'))],
    ['repeating a payment', 201, 1, () => pay(store, order.number, { total: 0.01 }, keyed('once'))],
    ['cancelling a part of an order', 201, 2, () => cancelPart(other, pair.number, { lines: [{ line: 0, quantity: 1 }] })],
    ['erasing a customer', 200, 3, () => erase(store, order.number)],
    ['erasing a customer again', 200, 2, () => erase(store, order.number)],
    ['recording a payment that is rejected', 409, 1, () => pay(store, order.number, { total: 99 })],
    ['changing an order', 200, 2, () => update(store, order.number, { visible: false })],
    ['changing an order to what it is', 200, 1, () => update(store, order.number, { visible: false })],
    ['shipping an order', 200, 2, () => ship(store, order, { state: 'shipped' })],
    ['marking a shipment as delivered', 200, 2, () => ship(store, order, { state: 'delivered' })],
    ['splitting a shipment', 201, 2, splitPair],
    ['reading the history of an order', 200, 1, () => run('getHistory', { number: order.number })],
    ['reading the actions for an order', 200, 1, () => run('getActions', { number: order.number })],
    ['returning a shipment', 201, 2, () => returnUnits(store, order)],
    ['reading a product', 200, 1, () => run('getProduct', { sku })],
    ['replacing a product', 200, 3, () => run('putProduct', { sku }, { name: 'Tea', price: 10, stock: 500 })],
    ['changing a product', 200, 2, () => run('updateProduct', { sku }, { name: 'Green tea' })],
    ['changing a product to what it is', 200, 1, () => run('updateProduct', { sku }, { name: 'Green tea' })],
    ['changing the price of a product', 200, 2, () => run('updateProduct', { sku }, { price: 9 })],
    ['adjusting stock', 200, 3, () => run('adjustStock', { sku }, { adjust: 1 }, keyed(uniqueName()))],
    ['counting stock', 200, 3, () => run('adjustStock', { sku }, { counted: 700 })],
    ['adjusting stock that is short', 409, 1, () => run('adjustStock', { sku }, { adjust: -100_000 })],
    ['listing products', 200, 1, () => run('getProducts', {})],
    ['listing products that are low', 200, 1, () => call('getProducts', { as: store.key, query: { stock_below: '5' } })],
    ['reading availability', 200, 1, () => run('getAvailability', {})],
    ['overriding availability', 200, 3, () => run('overrideAvailability', {}, { available: null })],
    ['listing the audit log', 200, 1, () => run('getOwnAudit', {})],
    ['listing keys', 200, 1, () => run('getOwnKeys', {})],
    ['counting open orders', 200, 2, () => run('getOpenReport', {})],
    ['issuing a key', 201, 4, () => run('issueOwnKey', {}, {})],
    ['reading opening hours', 200, 1, () => run('getOpeningHours', {})],
    ['calculating rates', 200, 4, () => askRates(rated)],
    ['calculating rates that are cached', 200, 1, () => askRates(rated)],
    ['calculating rates without a receiver', 200, 1, () => askRates({ ...store, sku })],
    ['setting opening hours', 200, 3, () => run('putOpeningHours', {}, { opening_hours: null })],
  ])('%s gets %i and stays within its budget of %i', async (_, status, most, work) => {
    const { result, calls } = await metered(work);
    expect({ status: result.status, within: calls <= most ? 'budget' : calls }).toEqual({ status, within: 'budget' });
  });

  test('rejecting an invalid body or order number costs no database call', async () => {
    for (const work of [
      () => place(store, {}),
      () => pay(store, order.number, { total: 0 }),
      () => update(store, order.number, {}),
    ]) {
      expect(await metered(work)).toMatchObject({ calls: 0, result: { status: 400 } });
    }
    for (const number of ['01001', '1001x']) {
      expect(await metered(() => getOrder(store, number))).toMatchObject({ calls: 0, result: { status: 404 } });
    }
  });
});

/** An upper bound on the size of an item in the table. */
const sizeOf = (item: object) => Buffer.byteLength(JSON.stringify(item));

/** A new store with one order of almost this many bytes. */
async function anOrderOfSize(bytes: number) {
  const own = await aStore();
  const { number } = await anOrder(own, { note: 'x' });
  const [bare] = await itemsOf(own, 'ORDER#');
  await pay(own, number, { total: 0.01, transaction_data: { filling: 'x'.repeat(bytes - sizeOf(bare as object) - 560) } });
  const [item] = await itemsOf(own, 'ORDER#');
  return { own, number, size: sizeOf(item as object) };
}

describe('capacity', () => {
  test('reading an order of 4 KB takes one unit', async () => {
    const { own, number, size } = await anOrderOfSize(4096);
    expect([size > 3600, size <= 4096]).toEqual([true, true]);
    expect((await metered(() => getOrder(own, number))).units).toBe(1);
  });

  test('recording a payment on an order of 2 KB takes one unit to read, three to write and two in an index', async () => {
    const { own, number, size } = await anOrderOfSize(2048);
    expect([size > 1800, size <= 2048]).toEqual([true, true]);
    clocks.advance(1);
    const { sent } = await metered(() => pay(own, number, undefined, keyed(uniqueName())));
    expect(sent).toMatchObject([
      { command: 'GetItem', units: 1 },
      { command: 'PutItem', units: 5, indexUnits: 2 },
    ]);
  });

  test('the index of unfinished orders takes one unit when an order can ship, and one when it has shipped', async () => {
    const own = await aStore();
    const plain = await anOrder(own);
    const steps = [
      () => update(own, plain.number, { authorized: true }),
      () => pay(own, plain.number),
      () => ship(own, plain, { carrier: 'Post' }),
      () => ship(own, plain, { state: 'shipped' }),
      () => ship(own, plain, { state: 'delivered' }),
    ];
    const indexUnits = [];
    for (const step of steps) {
      clocks.advance(1);
      const { sent } = await metered(step);
      indexUnits.push(sent.reduce((sum, call) => sum + call.indexUnits, 0));
    }
    const changed = 2;
    expect(indexUnits).toEqual([changed + 1, changed, changed, changed + 1, changed]);
  });

  test('changing the name of a product reads only the product', async () => {
    const { sent } = await metered(() => run('updateProduct', { sku }, { name: 'White tea' }));
    expect(sent[0]).toMatchObject({ command: 'BatchGetItem', units: 1 });
  });

  test('placing an order of one line with a webhook takes at most sixteen units', async () => {
    const own = await aStore();
    await call('changeWebhook', { as: own.key, params: { name: 'confirm-order' }, body: { url: 'https://example.com/' } });
    const lines = [{ sku: await aProduct(own, { stock: 5 }), quantity: 1 }];
    const { sent } = await metered(() => place(own, { lines, note: 'Please ring twice.', customer: { first_name: 'Ada' } }));
    expect(sent.map(({ command }) => command)).toEqual(['BatchGetItem', 'UpdateItem', 'TransactWriteItems']);
    // Engines report different units for a transaction, so compute them: two per KB, plus one for each index entry, which is written
    // after the transaction.
    const written = (await Promise.all(['ORDER#', 'PRODUCT#', 'DELIVERY#', 'FIND#'].map((kind) => itemsOf(own, kind)))).flat();
    expect(written).toHaveLength(4);
    const transaction = written.reduce((sum, item) => sum + 2 * Math.ceil(sizeOf(item) / 1024), 2);
    const [reads, counter] = sent.map(({ units }) => units) as [number, number];
    expect(reads + counter + transaction).toBeLessThanOrEqual(16);
  });
});
