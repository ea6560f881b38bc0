import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf } from '../../support/database.ts';
import { silenceLog } from '../../support/faultCells.ts';
import { writeDeliveries } from '../../support/table.ts';
import {
  aRestingStore,
  deliveriesOf,
  deliveryOf,
  placeOne,
  resumeDeliveries,
  runDelivery,
  setUrl,
  setUrlAndResume,
  type WebhookStore,
} from '../../support/webhooks.ts';

const clocks = fakeClocks();

silenceLog();

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
  const old = { now: new Date(Date.now() - 76 * 3600_000), shard: `REST#${store.tenant.id}`, state: 'waiting' as const };
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
