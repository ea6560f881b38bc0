import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf } from '../../support/database.ts';
import { silenceLog } from '../../support/faultCells.ts';
import { failsBefore } from '../../support/faultKinds.ts';
import { beforeCall, withFaults } from '../../support/injectFault.ts';
import { aReceiver } from '../../support/receiver.ts';
import { writeDeliveries } from '../../support/table.ts';
import {
  aRestingStore,
  aWebhookStore,
  deliveriesOf,
  deliveryOf,
  placeMany,
  placeOne,
  redeliver,
  redeliverAll,
  resumeDeliveries,
  runDelivery,
  setUrl,
  setUrlAndResume,
  type WebhookStore,
  webhookOf,
} from '../../support/webhooks.ts';

const clocks = fakeClocks();

silenceLog();

const stateOf = async (store: WebhookStore) => (await webhookOf(store)).health.state;

test('deliveries that are due during a back-off wait without losing an attempt', async () => {
  const { store, spare } = await aRestingStore();
  clocks.advance(10);
  for (const delivery of spare) {
    await runDelivery(store, delivery);
    expect(await deliveryOf(store, delivery)).toMatchObject({ state: 'waiting', due: null, attempts: [] });
  }
  expect(store.receiver.received).toHaveLength(5);
  // The sweep does not read this part of the index.
  const shards = (await itemsOf(store, 'DELIVERY#')).map(({ due_shard }) => String(due_shard));
  expect(shards.filter((shard) => shard.startsWith('PARKED#'))).toHaveLength(3);
  clocks.advance(20);
  store.receiver.answers(200);
  await resumeDeliveries(store);
  const waiting = async () => (await deliveriesOf(store)).filter(({ state }) => state === 'waiting').length;
  expect(await waiting()).toBe(2);
  const released = (await deliveriesOf(store)).find(({ state, attempts }) => state === 'pending' && attempts.length === 0);
  await runDelivery(store, released as Delivery);
  await resumeDeliveries(store);
  expect(await waiting()).toBe(0);
  for (const delivery of spare) {
    await runDelivery(store, delivery);
    expect(await deliveryOf(store, delivery)).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] });
  }
});

test.each(['a successful test call', 'a redelivery', 'a redelivery of all', 'a new URL'])(
  '%s ends a back-off and releases the waiting deliveries',
  async (how) => {
    const { store, spare } = await aRestingStore();
    for (const delivery of spare) await runDelivery(store, delivery);
    store.receiver.answers(200);
    if (how === 'a successful test call') await call('testWebhook', { as: store.key, params: { name: 'confirm-order' } });
    if (how === 'a redelivery') await redeliver(store, spare[0].id);
    if (how === 'a redelivery of all') await redeliverAll(store, { state: 'failed' });
    if (how === 'a new URL') await setUrl(store, `${store.receiver.url}/2`);
    expect(await stateOf(store)).not.toBe('resting');
    await resumeDeliveries(store);
    expect((await deliveriesOf(store)).filter(({ state }) => state === 'waiting')).toEqual([]);
  },
);

test('a redelivery before a back-off forgets no failure', async () => {
  const store = await aWebhookStore(500);
  const deliveries = await placeMany(store, 5);
  for (const delivery of deliveries.slice(0, 4)) await runDelivery(store, delivery);
  await redeliver(store, deliveries[0]?.id as string);
  await runDelivery(store, deliveries[4] as Delivery);
  expect(await stateOf(store)).toBe('resting');
});

test('a failed test call does not change a back-off', async () => {
  const { store } = await aRestingStore();
  await call('testWebhook', { as: store.key, params: { name: 'confirm-order' } });
  expect(await stateOf(store)).toBe('resting');
});

test('failures of the previous URL do not count against a URL that is set just as the back-off begins', async () => {
  const store = await aWebhookStore(500);
  const deliveries = await placeMany(store, 5);
  for (const delivery of deliveries.slice(0, 4)) await runDelivery(store, delivery);
  const other = await aReceiver(500);
  const race = beforeCall(() => setUrl(store, other.url));
  const lost = { command: 'UpdateItem', nth: 3, fault: race };
  const { injected } = await withFaults([lost], () => runDelivery(store, deliveries[4] as Delivery));
  expect(injected).toBe(1);
  expect(await webhookOf(store)).toMatchObject({ url: other.url, health: { state: 'ok', failures_in_a_row: 0 } });
});

test('a probe that crashes is replaced after 15 s', async () => {
  const { store, spare } = await aRestingStore();
  const [first, second, third] = spare;
  clocks.advance(30);
  const dying = { command: 'UpdateItem', nth: 2, lasting: true, fault: failsBefore };
  await expect(withFaults([dying], () => runDelivery(store, first))).rejects.toThrow();
  await runDelivery(store, second);
  expect(store.receiver.received).toHaveLength(5);
  clocks.advance(15);
  await runDelivery(store, third);
  expect(store.receiver.received).toHaveLength(6);
});

const triesOf = async (store: WebhookStore, id: string) =>
  (await itemsOf(store, 'DELIVERY#')).find((item) => item.id === id)?.tries;

/** Ends the back-off, and attempts the delivery that is released as a probe. Returns its ID. */
async function probe(store: WebhookStore): Promise<string | undefined> {
  clocks.advance(900);
  const before = store.receiver.received.length;
  await resumeDeliveries(store);
  const due = (await deliveriesOf(store)).filter(({ state, due }) => state === 'pending' && due === new Date().toISOString());
  for (const delivery of due) await runDelivery(store, delivery);
  // Parks it if it failed.
  for (const delivery of due) await runDelivery(store, delivery);
  expect(store.receiver.received).toHaveLength(before + 1);
  return store.receiver.received.at(-1)?.headers['webhook-id'];
}

test('failed probes do not use up attempts, and the deliveries take turns', async () => {
  const { store, spare } = await aRestingStore(2);
  for (const delivery of spare) await runDelivery(store, delivery);
  const probed: unknown[] = [];
  for (let i = 0; i < 22; i++) probed.push(await probe(store));
  expect(new Set(probed)).toEqual(new Set(spare.map(({ id }) => id)));
  expect(probed).toEqual(Array(11).fill(probed.slice(0, 2)).flat());
  for (const { id } of spare) {
    expect([(await deliveryOf(store, { id })).state, await triesOf(store, id)]).toEqual(['waiting', 0]);
    expect((await deliveryOf(store, { id })).attempts).toHaveLength(11);
  }
  store.receiver.answers(200);
  await probe(store);
  await resumeDeliveries(store);
  for (const { id } of spare) await runDelivery(store, { id });
  for (const { id } of spare) expect((await deliveryOf(store, { id })).state).toBe('delivered');
});

test('a delivery that never failed is probed before one that did', async () => {
  const { store, spare } = await aRestingStore(1);
  await runDelivery(store, spare[0]);
  expect(await probe(store)).toBe(spare[0].id);
  await placeOne(store);
  const [fresh] = (await deliveriesOf(store)) as [Delivery];
  await runDelivery(store, fresh);
  expect([await probe(store), await probe(store)]).toEqual([fresh.id, spare[0].id]);
});

test('obeys Retry-After in the response to a probe', async () => {
  const { store, spare } = await aRestingStore();
  await runDelivery(store, spare[0]);
  store.receiver.answers({ status: 503, headers: { 'Retry-After': '7200' } });
  expect(await probe(store)).toBe(spare[0].id);
  const { state, due } = await deliveryOf(store, spare[0]);
  expect([state, Date.parse(due as string) - Date.now()]).toEqual(['pending', 7_200_000]);
});

test('the next delivery becomes the probe if earlier ones have waited for 75 hours', async () => {
  const { store, spare } = await aRestingStore();
  await runDelivery(store, spare[0]);
  const old = { now: new Date(Date.now() - 76 * 3600_000), shard: `PARKED#${store.tenant.id}`, state: 'waiting' as const };
  await writeDeliveries(store.tenant.id as TenantId, '1001', 30, old);
  expect(await probe(store)).toBe(spare[0].id);
  const states = (await itemsOf(store, 'DELIVERY#')).map(({ state }) => state);
  expect(states.filter((state) => state === 'failed')).toHaveLength(30);
});

test('a delivery fails after 75 hours, whether or not it was a probe', async () => {
  const { store, spare } = await aRestingStore(2);
  for (const delivery of spare) await runDelivery(store, delivery);
  const probed = await probe(store);
  await setUrl(store, null);
  clocks.advance(80 * 3600);
  const before = store.receiver.received.length;
  await setUrlAndResume(store);
  for (const delivery of spare) await runDelivery(store, delivery);
  expect(store.receiver.received).toHaveLength(before);
  expect(spare.map(({ id }) => id)).toContain(probed);
  const stored = (await itemsOf(store, 'DELIVERY#')).filter(({ id }) => spare.some((one) => one.id === id));
  expect(stored.map(({ state }) => state)).toEqual(['failed', 'failed']);
});

test('a probe that gets a 410 uses up an attempt', async () => {
  const { store, spare } = await aRestingStore(1);
  await runDelivery(store, spare[0]);
  store.receiver.answers(410);
  await probe(store);
  expect(await triesOf(store, spare[0].id)).toBe(1);
});
