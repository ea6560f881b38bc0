import { describe, expect, test } from '@jest/globals';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { fakeClocks } from '../../support/clocks.ts';
import {
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
} from '../../support/webhooks.ts';

const clocks = fakeClocks();

const hour = 3600;

const ways: [string, (store: WebhookStore) => Promise<unknown>][] = [
  ['without a URL', (store) => setUrl(store, null)],
  [
    'paused by a 410',
    async (store) => {
      const before = await deliveriesOf(store);
      store.receiver.answers(410, 200);
      await placeOne(store);
      const fresh = (await deliveriesOf(store)).find(({ id }) => before.every((each) => each.id !== id)) as Delivery;
      await runDelivery(store, fresh);
      store.receiver.received.length = 0;
    },
  ],
];

describe.each(ways)('%s', (_, stop) => {
  test('due deliveries wait, and arrive when the URL is set', async () => {
    const store = await aWebhookStore();
    const [first, second] = (await placeMany(store, 2)) as [Delivery, Delivery];
    await stop(store);
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

  test('a delivery fails after exactly 75 hours', async () => {
    const store = await aWebhookStore();
    await placeOne(store);
    const delivery = await onlyDelivery(store);
    await stop(store);
    for (const seconds of [0, 60, 75 * hour - 61]) {
      clocks.advance(seconds);
      await runDelivery(store, delivery);
    }
    const after = async () => (await deliveriesOf(store)).find(({ id }) => id === delivery.id);
    expect(await after()).toMatchObject({ state: 'waiting' });
    clocks.advance(1);
    await runDelivery(store, delivery);
    expect(await after()).toMatchObject({ state: 'failed', due: null, attempts: [] });
    await setUrlAndResume(store);
    await runDelivery(store, delivery);
    expect(await after()).toMatchObject({ state: 'failed' });
    await redeliver(store, delivery.id);
    await runDelivery(store, delivery);
    expect(await after()).toMatchObject({ state: 'delivered' });
  });
});
