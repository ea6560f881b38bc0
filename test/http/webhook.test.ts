import { expect, test } from '@jest/globals';
import { read } from '../support/orders.ts';
import { type Received, until } from '../support/receiver.ts';
import { aWebhookStore, onlyDelivery, placeOne, verify } from '../support/webhooks.ts';

test('retries a failed call with the same id and a new signature', async () => {
  const store = await aWebhookStore(500, { body: { authorized: true } });
  const number = await placeOne(store);
  const [first, second] = (await store.receiver.calls(2)) as [Received, Received];
  await until(async () => (await onlyDelivery(store)).state === 'delivered');
  const { id, attempts } = await onlyDelivery(store);
  expect(attempts).toMatchObject([{ status: 500 }, { status: 200, answer: '{"authorized":true}' }]);
  expect([...store.receiver.events()]).toEqual([id]);
  for (const call of [first, second]) expect(verify(store.secret, call)).toMatchObject({ data: { order: { number } } });
  const seconds = (second.at - first.at) / 1000;
  expect(seconds).toBeGreaterThan(3.9);
  expect(seconds).toBeLessThan(25);
  expect((await read(store, number)).authorized).toBe(true);
});
