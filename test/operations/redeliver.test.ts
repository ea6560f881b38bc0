import { expect, test } from '@jest/globals';
import type { Delivery } from '../../lib/webhook/schema.ts';
import { update } from '../support/orders.ts';
import { type Received, until } from '../support/receiver.ts';
import {
  aWebhookStore,
  deliverDue,
  deliveriesOf,
  placeMany,
  placeOne,
  redeliver,
  redeliverAll,
  setUrl,
} from '../support/webhooks.ts';

test('a redelivery sends the event again with the same id and the current order', async () => {
  const store = await aWebhookStore();
  const number = await placeOne(store);
  const [first] = (await deliverDue(store)) as [Delivery];
  await update(store, number, { visible: false });
  const { status, payload } = await redeliver(store, first.id);
  expect(status).toBe(200);
  expect(payload.delivery).toEqual({ ...first, state: 'pending', due: expect.any(String) });
  await deliverDue(store);
  const [before, after] = (await store.receiver.calls(2)) as [Received, Received];
  expect(after.json).toMatchObject({ id: first.id, created: before.json.created, data: { order: { visible: false } } });
  await until(async () => (await deliveriesOf(store))[0]?.state === 'delivered');
  expect((await deliveriesOf(store))[0]?.attempts).toHaveLength(2);
});

test('sends only deliveries in the given state, of orders placed since the given time', async () => {
  const store = await aWebhookStore();
  const placed = await placeMany(store, 4);
  await until(async () => (await deliverDue(store)).every(({ state }) => state === 'delivered'));
  await setUrl(store, null);
  const [first, second, third, delivered] = placed as [Delivery, Delivery, Delivery, Delivery];
  for (const { id } of [first, second, third]) await redeliver(store, id);
  const states = async () => new Map((await deliverDue(store)).map(({ id, state }) => [id, state]));
  await until(async () => [...(await states()).values()].filter((state) => state === 'waiting').length === 3);
  const queued = async (body: object) => (await redeliverAll(store, body)).payload.queued;
  expect(await queued({ state: 'failed' })).toBe(0);
  expect(await queued({ state: 'waiting', since: second.created })).toBe(2);
  await until(async () => (await states()).get(third.id) === 'waiting');
  expect(await queued({ state: 'waiting', since: new Date(Date.parse(third.created) + 1).toISOString() })).toBe(0);
  expect((await states()).get(delivered.id)).toBe('delivered');
});

test('restarts nothing of another store', async () => {
  const [mine, theirs] = [await aWebhookStore(), await aWebhookStore()];
  await placeMany(theirs, 1);
  await setUrl(theirs, null);
  const before = await deliverDue(theirs);
  expect((await redeliverAll(mine, { state: 'waiting' })).payload.queued).toBe(0);
  expect(await deliveriesOf(theirs)).toEqual(before);
});
