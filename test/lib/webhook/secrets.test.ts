import { expect, test } from '@jest/globals';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf } from '../../support/database.ts';
import type { Received } from '../../support/receiver.ts';
import {
  aDelivery,
  aWebhookStore,
  deliveriesOf,
  newSecret,
  onlyDelivery,
  placeOne,
  runDelivery,
  verify,
  type WebhookStore,
} from '../../support/webhooks.ts';

const clocks = fakeClocks();

const hour = 3600;

/** Makes a call, and returns which of these secrets signed it and how many signatures it has. */
async function signers(store: WebhookStore, ...secrets: string[]) {
  await placeOne(store);
  const [newest] = await deliveriesOf(store);
  await runDelivery(store, newest as { id: string });
  const received = store.receiver.received.at(-1) as Received;
  const signs = (secret: string) => {
    try {
      return verify(secret, received) !== undefined;
    } catch {
      return false;
    }
  };
  return { by: secrets.map(signs), signatures: received.headers['webhook-signature']?.split(' ').length };
}

test('a replaced secret also signs calls for 24 hours, if it is one of the three newest', async () => {
  const store = await aWebhookStore();
  const secrets = [store.secret];
  for (let i = 0; i < 3; i++) {
    clocks.advance(hour);
    secrets.push(await newSecret(store));
  }
  expect(await signers(store, ...secrets)).toEqual({ by: [false, true, true, true], signatures: 3 });
  clocks.advance(23 * hour - 1);
  expect(await signers(store, ...secrets)).toEqual({ by: [false, true, true, true], signatures: 3 });
  clocks.advance(1);
  expect(await signers(store, ...secrets)).toEqual({ by: [false, false, true, true], signatures: 2 });
  clocks.advance(hour);
  expect(await signers(store, ...secrets)).toEqual({ by: [false, false, false, true], signatures: 1 });
  const [item] = await itemsOf(store, 'WEBHOOK#confirm-order');
  expect(item?.secrets).toMatchObject(
    secrets
      .slice(1)
      .reverse()
      .map((secret) => ({ last_four: secret.slice(-4) })),
  );
  expect(item?.secrets).toHaveLength(3);
});

test('a retry keeps its id, but is signed with the current secret and time', async () => {
  const { store, delivery } = await aDelivery(500, 200);
  await runDelivery(store, delivery);
  const [first] = store.receiver.received as [Received];
  verify(store.secret, first);
  const secret = await newSecret(store);
  clocks.advance(25 * hour);
  await runDelivery(store, await onlyDelivery(store));
  const second = store.receiver.received[1] as Received;
  verify(secret, second);
  expect(() => verify(store.secret, second)).toThrow();
  expect(() => verify(secret, first)).toThrow();
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(Number(second.headers['webhook-timestamp']) - Number(first.headers['webhook-timestamp'])).toBe(25 * hour);
});
