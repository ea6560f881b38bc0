import { expect, test } from '@jest/globals';
import type { Delivery } from '../../lib/webhook/schema.ts';
import { aStore, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { until } from '../support/receiver.ts';
import {
  aWebhookStore,
  deliverDue,
  deliveriesOf,
  placeMany,
  redeliver,
  redeliverAll,
  setUrl,
  webhookOf,
} from '../support/webhooks.ts';

test('sends events that wait for a resting receiver, and ends the back-off', async () => {
  const store = await aWebhookStore(500);
  await placeMany(store, 12);
  await until(async () => (await deliverDue(store)).some(({ state }) => state === 'waiting'));
  expect((await webhookOf(store)).health.state).toBe('resting');
  store.receiver.answers(200);
  const { status, payload } = await redeliverAll(store, { state: 'waiting' });
  expect([status, payload]).toEqual([200, { queued: expect.any(Number), next_cursor: null }]);
  expect(payload.queued).toBeGreaterThan(0);
  await until(async () => (await deliverDue(store)).every(({ state }) => state === 'delivered'), 60);
  expect(store.receiver.events().size).toBe(12);
  expect((await webhookOf(store)).health).toMatchObject({ state: 'ok', until: null });
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

test('leaves one entry in the audit log, and none if it is rejected', async () => {
  const store = await aStore();
  const since = '2026-01-01T00:00:00.000Z';
  await redeliverAll(store, { state: 'failed', since: '2026-01-01T01:00:00+01:00' }, { 'X-Actor': 'ada' });
  await redeliverAll(store, { state: 'failed', cursor: 'x' });
  const { payload } = await call('getAudit', { as: platform, query: { tenant: store.tenant.id } });
  const entries = payload.entries.filter(({ operation }: { operation: string }) => operation === 'redeliverAll');
  expect(entries).toMatchObject([{ tenant: store.tenant.id, actor: 'ada', before: {}, after: { state: 'failed', since } }]);
});

test('restarts nothing of another store', async () => {
  const [mine, theirs] = [await aWebhookStore(), await aWebhookStore()];
  await placeMany(theirs, 1);
  await setUrl(theirs, null);
  const before = await deliverDue(theirs);
  expect((await redeliverAll(mine, { state: 'waiting' })).payload.queued).toBe(0);
  expect(await deliveriesOf(theirs)).toEqual(before);
});
