import { expect, test } from '@jest/globals';
import type { Delivery } from '../../lib/webhook/schema.ts';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { aProduct, read } from '../support/orders.ts';
import type { Received } from '../support/receiver.ts';
import {
  aWebhookStore,
  deliverDue,
  deliveriesOf,
  placeOne,
  redeliver,
  setUrl,
  verify,
  webhookOf,
} from '../support/webhooks.ts';

const name = 'confirm-order';
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test('an order placed while a URL is set is delivered once, signed and complete', async () => {
  const store = await aWebhookStore({ status: 202, body: 'thank you' });
  const number = await placeOne(store, { note: 'für "Zoë" 🚪' });
  const [delivery] = (await deliverDue(store)) as [Delivery];
  const attempt = { time: moment, status: 202, duration_ms: expect.any(Number), answer: 'thank you' };
  expect(delivery).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
    order: number,
    state: 'delivered',
    created: moment,
    due: null,
    attempts: [attempt],
  });
  const [received, ...more] = store.receiver.received as [Received];
  expect(more).toEqual([]);
  expect(verify(store.secret, received)).toEqual(received.json);
  const { id, created } = delivery;
  const order = await read(store, number);
  expect(received.json).toEqual({ type: name, id, created, tenant: store.tenant.id, data: { order } });
  expect(received.headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json', connection: 'close' });
  const { health } = await webhookOf(store);
  expect(health).toEqual({ state: 'ok', until: null, last_success: moment, last_failure: null, failures_in_a_row: 0 });
});

test('an order placed while no URL is set has no delivery', async () => {
  const store = await aStore();
  const sku = await aProduct(store);
  await placeOne({ ...store, sku });
  await setUrl(store, 'https://shop.example.com/hooks');
  await setUrl(store, null);
  await placeOne({ ...store, sku });
  expect(await deliveriesOf(store)).toEqual([]);
});

/** Four orders, newest first: delivered, waiting, delivered, waiting. */
const filled = await aWebhookStore();
for (let i = 0; i < 4; i++) await placeOne(filled);
const placed = await deliverDue(filled);
await setUrl(filled, null);
for (const i of [1, 3]) await redeliver(filled, (placed[i] as Delivery).id);
const all = await deliverDue(filled);

const list = (query: Record<string, string>, key = filled.key) => call('getDeliveries', { as: key, params: { name }, query });
const found = async (query: Record<string, string>, key?: string) => {
  const { status, payload } = await list(query, key);
  expect([status, payload?.next_cursor]).toEqual([200, null]);
  return payload.deliveries;
};
const at = (...places: number[]) => places.map((i) => all[i]);

test('lists the deliveries in one state, of one order, or both', async () => {
  expect(await found({ state: 'delivered' })).toEqual(at(0, 2));
  expect(await found({ state: 'waiting' })).toEqual(at(1, 3));
  for (const state of ['pending', 'failed']) expect(await found({ state })).toEqual([]);
  for (const { order, ...delivery } of all) {
    expect(await found({ order })).toEqual([{ order, ...delivery }]);
    expect(await found({ order, state: 'waiting' })).toEqual(delivery.state === 'waiting' ? [{ order, ...delivery }] : []);
  }
});

test('lists nothing for an unknown order or one of another store', async () => {
  expect(await found({ order: '999999' })).toEqual([]);
  expect(await found({ order: (all[0] as Delivery).order }, (await aStore()).key)).toEqual([]);
});
