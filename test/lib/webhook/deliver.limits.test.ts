import { expect, jest, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { set } from '../../../lib/db/write.ts';
import { deliveryKey } from '../../../lib/webhook/delivery.ts';
import { aWebhookStore, onlyDelivery, placeOne, runDelivery } from '../../support/webhooks.ts';

test('a delivery fails without another call once all its attempts have crashed', async () => {
  const store = await aWebhookStore();
  await placeOne(store);
  const delivery = await onlyDelivery(store);
  const tries = (count: number) => set(store.tenant.id as TenantId, deliveryKey(delivery.id), { tries: count });
  await tries(11);
  await runDelivery(store, delivery);
  expect(store.receiver.received).toEqual([]);
  expect(await onlyDelivery(store)).toMatchObject({ state: 'failed', due: null });
});

test('keeps the latest 20 attempts', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const store = await aWebhookStore(500);
  await placeOne(store);
  const delivery = await onlyDelivery(store);
  const at = { time: new Date().toISOString(), status: 500, duration_ms: 1, answer: '' };
  const attempts = Array.from({ length: 20 }, (_, i) => ({ ...at, answer: String(i) }));
  await set(store.tenant.id as TenantId, deliveryKey(delivery.id), { attempts });
  await runDelivery(store, delivery);
  const answers = (await onlyDelivery(store)).attempts.map(({ answer }) => answer);
  expect(answers).toHaveLength(20);
  expect(answers.slice(0, 2)).toEqual(['1', '2']);
  jest.restoreAllMocks();
});

test.each([
  ['an emoji across the limit', `${'x'.repeat(499)}😀`, `${'x'.repeat(499)}\uFFFD`],
  ['an emoji before the limit', `${'x'.repeat(498)}😀x`, `${'x'.repeat(498)}😀`],
  ['exactly the limit', 'x'.repeat(500), 'x'.repeat(500)],
  ['over the limit', 'x'.repeat(501), 'x'.repeat(500)],
])('keeps the first 500 characters of a response as valid text: %s', async (_, body, kept) => {
  const store = await aWebhookStore({ status: 500, body });
  await placeOne(store);
  await runDelivery(store, await onlyDelivery(store));
  expect((await onlyDelivery(store)).attempts).toMatchObject([{ status: 500, answer: kept }]);
});
