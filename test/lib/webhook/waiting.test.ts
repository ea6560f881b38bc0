import { describe, expect, test } from '@jest/globals';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf } from '../../support/database.ts';
import { afterReply, withFaults } from '../../support/injectFault.ts';
import {
  aDelivery,
  aWebhookStore,
  deliveriesOf,
  onlyDelivery,
  placeMany,
  placeOne,
  redeliver,
  runDelivery,
  setUrl,
  setUrlAndResume,
  type WebhookStore,
  webhookOf,
} from '../../support/webhooks.ts';

const clocks = fakeClocks();

const hour = 3600;

test('a waiting delivery is sent if a URL is set while it is checked', async () => {
  const { store, delivery } = await aDelivery();
  await setUrl(store, null);
  await runDelivery(store, delivery);
  clocks.advance(60);
  const race = afterReply(() => setUrlAndResume(store));
  await withFaults([{ command: 'BatchGetItem', fault: race }], async () => runDelivery(store, await onlyDelivery(store)));
  expect(await onlyDelivery(store)).toMatchObject({ state: 'delivered' });
});

describe('a 410', () => {
  test('pauses deliveries until the same URL is set again, and keeps the attempt', async () => {
    const { store, delivery } = await aDelivery(410, 200);
    await runDelivery(store, delivery);
    expect((await webhookOf(store)).health).toMatchObject({ state: 'paused', failures_in_a_row: 1 });
    await runDelivery(store, await onlyDelivery(store));
    expect(await onlyDelivery(store)).toMatchObject({ state: 'waiting', attempts: [{ status: 410 }] });
    await placeOne(store);
    expect(await deliveriesOf(store)).toHaveLength(2);
    await setUrlAndResume(store);
    expect((await webhookOf(store)).health.state).toBe('failing');
    for (const delivery of await deliveriesOf(store)) await runDelivery(store, delivery);
    expect(await deliveriesOf(store)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
  });

  test('from the previous URL does not pause the new one', async () => {
    const store = await aWebhookStore();
    store.receiver.answers(async () => {
      await setUrl(store, `${store.receiver.url}/2`);
      return 410;
    }, 200);
    await placeOne(store);
    await runDelivery(store, await onlyDelivery(store));
    expect((await webhookOf(store)).health.state).not.toBe('paused');
    await runDelivery(store, await onlyDelivery(store));
    expect(await onlyDelivery(store)).toMatchObject({ state: 'delivered', attempts: [{ status: 410 }, { status: 200 }] });
    expect(store.receiver.received.map(({ url }) => url)).toEqual(['/hooks', '/hooks/2']);
  });
});

const listed = async ({ key }: WebhookStore, state: Delivery['state']): Promise<string[]> => {
  const { payload } = await call('getDeliveries', { as: key, params: { name: 'confirm-order' }, query: { state } });
  return payload.deliveries.map(({ id }: Delivery) => id);
};

test('without a URL, due deliveries wait, and arrive when the URL is set', async () => {
  const store = await aWebhookStore();
  const [first, second] = (await placeMany(store, 2)) as [Delivery, Delivery];
  await setUrl(store, null);
  for (const seconds of [0, 60, 60]) {
    clocks.advance(seconds);
    for (const delivery of [first, second]) await runDelivery(store, delivery);
    const waiting = (await deliveriesOf(store)).filter(({ id }) => id === first.id || id === second.id);
    expect(waiting).toMatchObject([
      { state: 'waiting', due: null },
      { state: 'waiting', attempts: [] },
    ]);
  }
  expect(store.receiver.received).toEqual([]);
  clocks.advance(70 * hour);
  await setUrlAndResume(store);
  for (const delivery of await deliveriesOf(store)) {
    expect(delivery.state).toBe('pending');
    expect((delivery.due as string) <= new Date().toISOString()).toBe(true);
    await runDelivery(store, delivery);
  }
  expect((await deliveriesOf(store)).map(({ state }) => state)).not.toContain('waiting');
  expect(store.receiver.events()).toEqual(new Set((await deliveriesOf(store)).map(({ id }) => id)));
});

test('without a URL, a delivery fails after exactly 75 hours', async () => {
  const { store, delivery } = await aDelivery();
  await setUrl(store, null);
  for (const seconds of [0, 60, 75 * hour - 61]) {
    clocks.advance(seconds);
    await runDelivery(store, delivery);
  }
  const after = async () => (await deliveriesOf(store)).find(({ id }) => id === delivery.id);
  expect(await after()).toMatchObject({ state: 'waiting' });
  expect(await listed(store, 'waiting')).toContain(delivery.id);
  expect(await listed(store, 'failed')).toEqual([]);
  clocks.advance(1);
  expect(await after()).toMatchObject({ state: 'failed' });
  expect(await listed(store, 'failed')).toEqual([delivery.id]);
  expect(await listed(store, 'waiting')).not.toContain(delivery.id);
  expect(await itemsOf(store, 'DELIVERY#')).toContainEqual(expect.objectContaining({ id: delivery.id, state: 'waiting' }));
  await runDelivery(store, delivery);
  expect(await after()).toMatchObject({ state: 'failed', due: null, attempts: [] });
  await setUrlAndResume(store);
  await runDelivery(store, delivery);
  expect(await after()).toMatchObject({ state: 'failed' });
  await redeliver(store, delivery.id);
  await runDelivery(store, delivery);
  expect(await after()).toMatchObject({ state: 'delivered' });
});
