import { beforeAll, expect, jest, test } from '@jest/globals';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf } from '../../support/database.ts';
import { failsBefore } from '../../support/faultKinds.ts';
import { beforeCall, withFaults } from '../../support/injectFault.ts';
import { aReceiver } from '../../support/receiver.ts';
import {
  aRestingStore,
  aWebhookStore,
  deliveriesOf,
  deliveryOf,
  placeMany,
  redeliver,
  resumeDeliveries,
  runDelivery,
  setUrl,
  type WebhookStore,
  webhookOf,
} from '../../support/webhooks.ts';

const clocks = fakeClocks();

beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

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
  expect(shards.filter((shard) => shard.startsWith('REST#'))).toHaveLength(3);
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

test.each(['a successful test call', 'a redelivery', 'a new URL'])(
  '%s ends a back-off and releases the waiting deliveries',
  async (how) => {
    const { store, spare } = await aRestingStore();
    for (const delivery of spare) await runDelivery(store, delivery);
    store.receiver.answers(200);
    if (how === 'a successful test call') await call('testWebhook', { as: store.key, params: { name: 'confirm-order' } });
    if (how === 'a redelivery') await redeliver(store, spare[0].id);
    if (how === 'a new URL') await setUrl(store, `${store.receiver.url}/2`);
    expect(await stateOf(store)).not.toBe('resting');
    await resumeDeliveries(store);
    expect((await deliveriesOf(store)).filter(({ state }) => state === 'waiting')).toEqual([]);
  },
);

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
  const rests = { command: 'UpdateItem', nth: 3, fault: race };
  const { injected } = await withFaults([rests], () => runDelivery(store, deliveries[4] as Delivery));
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
