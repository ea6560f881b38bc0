import { describe, expect, test } from '@jest/globals';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { heldClocks } from '../../support/clocks.ts';
import {
  aHookedStore,
  deliveriesOf,
  type HookedStore,
  placed,
  placeMany,
  redeliver,
  setAgain,
  setUrl,
  theDelivery,
  work,
} from '../../support/webhooks.ts';

const clocks = heldClocks();

const hour = 3600;

const ways: [string, (store: HookedStore) => Promise<unknown>][] = [
  ['without a URL', (store) => setUrl(store, null)],
  [
    'paused by a 410',
    async (store) => {
      const before = await deliveriesOf(store);
      store.receiver.answers(410, 200);
      await placed(store);
      const fresh = (await deliveriesOf(store)).find(({ id }) => before.every((each) => each.id !== id)) as Delivery;
      await work(store, fresh);
      store.receiver.received.length = 0;
    },
  ],
];

describe.each(ways)('%s', (_, stop) => {
  test('what is due waits, and arrives when the URL is set', async () => {
    const store = await aHookedStore();
    const [first, second] = (await placeMany(store, 2)) as [Delivery, Delivery];
    await stop(store);
    for (const look of [0, 60, 60]) {
      clocks.pass(look);
      for (const delivery of [first, second]) await work(store, delivery);
      const waiting = (await deliveriesOf(store)).filter(({ id }) => id === first.id || id === second.id);
      expect(waiting).toMatchObject([
        { state: 'waiting', due: null },
        { state: 'waiting', attempts: [] },
      ]);
    }
    expect(store.receiver.received).toEqual([]);
    clocks.pass(70 * hour);
    await setAgain(store);
    for (const delivery of await deliveriesOf(store)) {
      expect(delivery.state).toBe('pending');
      expect((delivery.due as string) <= new Date().toISOString()).toBe(true);
      await work(store, delivery);
    }
    expect((await deliveriesOf(store)).map(({ state }) => state)).not.toContain('waiting');
    expect(store.receiver.events()).toEqual(new Set((await deliveriesOf(store)).map(({ id }) => id)));
  });

  test('it has failed after 75 hours, and not before', async () => {
    const store = await aHookedStore();
    await placed(store);
    const delivery = await theDelivery(store);
    await stop(store);
    for (const look of [0, 60, 75 * hour - 61]) {
      clocks.pass(look);
      await work(store, delivery);
    }
    const after = async () => (await deliveriesOf(store)).find(({ id }) => id === delivery.id);
    expect(await after()).toMatchObject({ state: 'waiting' });
    clocks.pass(1);
    await work(store, delivery);
    expect(await after()).toMatchObject({ state: 'failed', due: null, attempts: [] });
    await setAgain(store);
    await work(store, delivery);
    expect(await after()).toMatchObject({ state: 'failed' });
    await redeliver(store, delivery.id);
    await work(store, delivery);
    expect(await after()).toMatchObject({ state: 'delivered' });
  });
});
