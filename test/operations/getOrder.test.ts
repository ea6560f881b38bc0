import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, getOrder, pay, read, ship, update } from '../support/orders.ts';

let store: Store;
let foreign: Store;

beforeAll(async () => {
  [store, foreign] = [await aStore(), await aStore()];
});

test('an order has a version and a matching ETag', async () => {
  const order = await anOrder(store);
  const answer = await getOrder(store, order.number);
  expect(answer).toMatchObject({ status: 200, headers: { etag: '"1"' } });
  expect(answer.payload).toEqual({ orders: order });
  await pay(store, order.number);
  expect(await getOrder(store, order.number)).toMatchObject({ headers: { etag: '"2"' }, payload: { orders: { version: 2 } } });
});

const odd = [
  '0',
  '1',
  '999',
  '01001',
  '1001.0',
  '+1001',
  '1001 ',
  ' 1001',
  '１００１',
  '1e3',
  'ORDER#1001',
  '../1001',
  '%00',
  'null',
  '9'.repeat(13),
  '9'.repeat(300),
];

test.each([...odd, '999999'])('returns 404 for the order %j', async (number) => {
  await anOrder(store);
  const params = { number, id: `shp_${'0'.repeat(26)}` };
  const missing = { status: 404, code: 'not_found' };
  expect(await call('getOrder', { as: store.key, params })).toMatchObject(missing);
  expect(await call('updateOrder', { as: store.key, params, body: { visible: false } })).toMatchObject(missing);
  expect(await call('createPayment', { as: store.key, params })).toMatchObject(missing);
  expect(await call('updateShipment', { as: store.key, params, body: { state: 'ready' } })).toMatchObject(missing);
});

test("a request for another tenant's order gets the same response as for a missing one", async () => {
  const order = await anOrder(foreign);
  const stranger = await aStore();
  const answers = async (number: string, id: string) => {
    const params = { number, id };
    const responses = [
      await call('getOrder', { as: stranger.key, params }),
      await call('updateOrder', { as: stranger.key, params, body: { cancelled: true, restock: true } }),
      await call('createPayment', { as: stranger.key, params, headers: { 'If-Match': '"7"' } }),
      await call('createPayment', { as: stranger.key, params, body: { method: 'refund', total: -1 } }),
      await call('updateShipment', { as: stranger.key, params, body: { target_delivery: null } }),
    ];
    return responses.map(({ status, body: { request_id, ...body } }) => ({
      status,
      body: { ...body, description: body.description.replace(number, '…') },
    }));
  };
  const theirs = await answers(order.number, order.shipments[0]?.id as string);
  expect(theirs).toEqual(await answers('987654', `shp_${'0'.repeat(26)}`));
  expect(theirs.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(await read(foreign, order.number)).toEqual(order);
});

test('returns 404 for a shipment of another order or another tenant', async () => {
  const [order, other, theirs] = [await anOrder(store), await anOrder(store), await anOrder(foreign)];
  for (const { shipments } of [other, theirs, { shipments: [{ id: 'shp_1' }] }, { shipments: [{ id: '__proto__' }] }]) {
    const mixed = { number: order.number, shipments } as typeof order;
    expect(await ship(store, mixed, { target_delivery: null })).toMatchObject({ status: 404, code: 'not_found' });
  }
});

test('reports an invalid request before a missing order', async () => {
  expect(await pay(store, '999999', { total: 0 })).toMatchObject({ status: 400 });
  expect(await update(store, '01001', {})).toMatchObject({ status: 400 });
});

test.each(['/v1/management/order/{number}/', '/v1/management/order/{number}'])(
  'an order can be read and changed at %s',
  async (at) => {
    const { number } = await anOrder(store);
    expect(await call('getOrder', { as: store.key, params: { number }, at })).toMatchObject({ status: 200 });
    const body = { visible: false };
    expect(await call('updateOrder', { as: store.key, params: { number }, at, body })).toMatchObject({ status: 200 });
  },
);
