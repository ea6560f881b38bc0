import { expect, test } from '@jest/globals';
import type { Delivery } from '../../lib/webhook/schema.ts';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { aWebhookStore, deliverDue, placeOne, redeliver, setUrl } from '../support/webhooks.ts';

const name = 'confirm-order';

/** Four orders, newest first: delivered, waiting, delivered, waiting. */
const store = await aWebhookStore();
for (let i = 0; i < 4; i++) await placeOne(store);
const placed = await deliverDue(store);
await setUrl(store, null);
for (const i of [1, 3]) await redeliver(store, (placed[i] as Delivery).id);
const all = await deliverDue(store);

const list = (query: Record<string, string>, key = store.key) => call('getDeliveries', { as: key, params: { name }, query });
const found = async (query: Record<string, string>, key?: string) => {
  const { status, payload } = await list(query, key);
  expect([status, payload?.next_cursor]).toEqual([200, null]);
  return payload.deliveries;
};
const at = (...places: number[]) => places.map((i) => all[i]);

test('lists the deliveries in one state', async () => {
  expect(await found({ state: 'delivered' })).toEqual(at(0, 2));
  expect(await found({ state: 'waiting' })).toEqual(at(1, 3));
  expect(await found({ state: 'pending' })).toEqual([]);
  expect(await found({ state: 'failed' })).toEqual([]);
});

test('lists the delivery of one order, also with a state', async () => {
  for (const delivery of all) expect(await found({ order: delivery.order })).toEqual([delivery]);
  const { order } = all[1] as Delivery;
  expect(await found({ order, state: 'waiting' })).toEqual(at(1));
  expect(await found({ order, state: 'delivered' })).toEqual([]);
});

test('lists nothing for an unknown order or one of another store', async () => {
  expect(await found({ order: '999999' })).toEqual([]);
  expect(await found({ order: (all[0] as Delivery).order }, (await aStore()).key)).toEqual([]);
});
