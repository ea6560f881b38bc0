import { expect, test } from '@jest/globals';
import { call } from '../support/call.ts';
import { times } from '../support/orders.ts';
import { until } from '../support/receiver.ts';
import { aWebhookStore, deliveriesOf, placeOne, redeliverAll, type WebhookStore, webhookOf } from '../support/webhooks.ts';

const orders = 520;

/** A store whose receiver was down for 520 orders, and failed a probe after the first back-off. */
async function aStoreAfterAnOutage(): Promise<WebhookStore> {
  const store = await aWebhookStore(500);
  await times(20, async () => {
    for (let i = 0; i < orders / 20; i++) await placeOne(store);
  });
  await until(async () => (await webhookOf(store)).health.state === 'resting');
  // Until all wait, a call may belong to the first attempts.
  await until(async () => (await deliveriesOf(store)).every(({ state }) => state === 'waiting'), 60);
  const calls = store.receiver.received.length;
  await store.receiver.calls(calls + 1, 120);
  store.receiver.answers(200);
  store.receiver.received.length = 0;
  return store;
}

async function mustDeliverAll(store: WebhookStore) {
  const deliveries = await deliveriesOf(store);
  expect(deliveries).toHaveLength(orders);
  const missing = () => deliveries.filter(({ id }) => !store.receiver.events().has(id)).length;
  await until(
    () => missing() === 0,
    60,
    () => `all events, not ${missing()} missing`,
  );
  await until(async () => (await deliveriesOf(store)).every(({ state }) => state === 'delivered'));
}

const ways: Record<string, (store: WebhookStore) => Promise<unknown>> = {
  'one bulk redelivery': async (store) => {
    expect((await redeliverAll(store, { state: 'waiting' })).payload.queued).toBe(500);
  },
  'one successful test call': async ({ key }) => {
    const { payload } = await call('testWebhook', { as: key, params: { name: 'confirm-order' } });
    expect(payload.test.ok).toBe(true);
  },
};

test.each(Object.entries(ways))('within 60 s of %s, all events of an outage arrive', async (_, recover) => {
  const store = await aStoreAfterAnOutage();
  await recover(store);
  await mustDeliverAll(store);
});
