import { describe, expect, test } from '@jest/globals';
import { fakeClocks } from '../../support/clocks.ts';
import { conflicts } from '../../support/faultKinds.ts';
import { afterReply, type Fault, withFaults } from '../../support/injectFault.ts';
import {
  aWebhookStore,
  deliveriesOf,
  onlyDelivery,
  placeOne,
  redeliver,
  runDelivery,
  setUrl,
  setUrlAndResume,
  webhookOf,
} from '../../support/webhooks.ts';

const clocks = fakeClocks();

const hour = 3600;

test('a waiting delivery is sent if a URL is set while it is checked', async () => {
  const store = await aWebhookStore();
  await placeOne(store);
  await setUrl(store, null);
  await runDelivery(store, await onlyDelivery(store));
  clocks.advance(60);
  const race = afterReply(() => setUrlAndResume(store));
  await withFaults([{ command: 'BatchGetItem', fault: race }], async () => runDelivery(store, await onlyDelivery(store)));
  expect(await onlyDelivery(store)).toMatchObject({ state: 'delivered' });
});

test('an old event that is redelivered without a URL arrives once one is set', async () => {
  const store = await aWebhookStore();
  await placeOne(store);
  const { id } = await onlyDelivery(store);
  await runDelivery(store, { id });
  clocks.advance(29 * 24 * hour);
  await setUrl(store, null);
  await redeliver(store, id);
  for (const seconds of [0, 60]) {
    clocks.advance(seconds);
    await runDelivery(store, { id });
  }
  expect(await onlyDelivery(store)).toMatchObject({ state: 'waiting' });
  await setUrlAndResume(store);
  await runDelivery(store, { id });
  expect(await onlyDelivery(store)).toMatchObject({ state: 'delivered' });
});

describe('a 410', () => {
  test('pauses deliveries until the same URL is set again, and keeps the attempt', async () => {
    const store = await aWebhookStore(410, 200);
    await placeOne(store);
    await runDelivery(store, await onlyDelivery(store));
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

  test('pauses deliveries even if another write conflicts with the pause', async () => {
    const store = await aWebhookStore(410);
    await placeOne(store);
    const delivery = await onlyDelivery(store);
    let conflictsLeft = 1;
    const fault: Fault = (attempt) =>
      JSON.stringify(attempt.input).includes('paused') && conflictsLeft-- > 0 ? conflicts(attempt) : attempt.forward();
    await withFaults([{ command: 'UpdateItem', nth: 'every', fault }], () => runDelivery(store, delivery));
    expect((await webhookOf(store)).health.state).toBe('paused');
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
