import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { databaseClient } from '../../../lib/db/client.ts';
import { tableName } from '../../../lib/db/key.ts';
import { aStore, type Store } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { itemsOf } from '../../support/database.ts';
import { anOrder, aProduct, cancelPart, erase, pay, read, ship, split, stockOf, times, update } from '../../support/orders.ts';

const documents = DynamoDBDocumentClient.from(databaseClient());

/** An order that was paid in part, and whose shipping makes it take this many KB. */
async function anOrderOf(store: Store, kilobytes: number) {
  const lines = [{ sku: await aProduct(store), quantity: 3 }];
  const order = await anOrder(store, { lines, authorized: true, note: 'x', shipping: { name: 'x', price: 0 } });
  await pay(store, order.number, { total: 20 });
  await fill(store, kilobytes * 1024);
  return order;
}

/** Makes the store's only order take this many bytes. */
async function fill(store: Store, bytes: number) {
  const [{ pk, sk, json = '', internal }] = (await itemsOf(store, 'ORDER#')) as [Record<string, string>];
  const emptied = json.replace(/"name":"x+"/, '"name":""');
  const filled = emptied.replace('"name":""', `"name":"${'x'.repeat(bytes - Buffer.byteLength(`${emptied}${internal}`))}"`);
  const change = { UpdateExpression: 'SET json = :json', ExpressionAttributeValues: { ':json': filled } };
  await documents.send(new UpdateCommand({ TableName: tableName(), Key: { pk, sk }, ...change }));
}

const full = { status: 409, code: 'order_full' };

test('the last 30 KB of an order are kept for refunds, cancelling and shipments', async () => {
  const store = await aStore();
  const order = await anOrderOf(store, 320);
  const { number } = order;
  expect(await pay(store, number, { total: 1 })).toMatchObject(full);
  expect((await read(store, number)).version).toBe(2);
  expect((await pay(store, number, { method: 'refund', total: -1 })).status).toBe(201);
  expect((await ship(store, order, { state: 'shipped' })).status).toBe(200);
  expect((await update(store, number, { cancelled: true })).status).toBe(200);
  await fill(store, 350 * 1024);
  expect(await pay(store, number, { method: 'refund', total: -1 })).toMatchObject(full);
});

test('an order shows exactly when it has become too full for another payment', async () => {
  const store = await aStore();
  const { number } = await anOrderOf(store, 320);
  let [status, room] = [409, 0];
  for (; status === 409; room += 20) {
    await fill(store, 320 * 1024 - room);
    const { actions } = (await call('getActions', { as: store.key, params: { number } })).payload;
    ({ status } = await pay(store, number));
    expect([room, actions[0].action, actions[0].allowed]).toEqual([room, 'pay', status === 201]);
  }
  expect(room).toBeGreaterThan(200);
});

test('a customer can be erased from a full order', async () => {
  const store = await aStore();
  const { number } = await anOrderOf(store, 349);
  expect(await update(store, number, { note: 'xx' })).toMatchObject(full);
  expect((await erase(store, number)).payload.orders).toMatchObject({ note: null, version: 3 });
});

test('a part can be cancelled although its stock and the parcels that it empties need more writes than a transaction has', async () => {
  const store = await aStore();
  const skus = await times(90, () => aProduct(store, { stock: 2 }));
  const lines = skus.map((sku, line) => ({ sku, quantity: line === 0 ? 2 : 1 }));
  const order = await anOrder(store, { authorized: true, lines });
  for (const [i, sku] of skus.slice(1, 12).entries()) {
    const moved = await split(store, order.number, { from: order.shipments[0]?.id, lines: [{ sku, quantity: 1 }] });
    await ship(store, { ...order, shipments: [moved.payload.shipment] }, { tracking_number: `PX${i}` });
  }
  const all = { lines: skus.map((_, line) => ({ line, quantity: 1 })) };
  expect(await cancelPart(store, order.number, all)).toMatchObject({ status: 201 });
  expect((await read(store, order.number)).shipments).toMatchObject([{ lines: [{ sku: skus[0], quantity: 1 }] }]);
  expect(await stockOf(store, skus[1] as string)).toEqual([2, 0]);
  expect((await call('getOrders', { as: store.key, query: { q: 'PX10' } })).payload.orders).toEqual([]);
});
