import { expect, test } from '@jest/globals';
import { heldClocks } from '../../support/clocks.ts';
import type { Received } from '../../support/receiver.ts';
import {
  aHookedStore,
  deliveriesOf,
  type HookedStore,
  newSecret,
  placed,
  theDelivery,
  verify,
  work,
} from '../../support/webhooks.ts';

const clocks = heldClocks();

const hour = 3600;

/** Which of these secrets a call that is made now is signed with, and how many signatures it carries. */
async function signers(store: HookedStore, ...secrets: string[]) {
  await placed(store);
  const [newest] = await deliveriesOf(store);
  await work(store, newest as { id: string });
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

test('a secret that was replaced signs beside the new one for 24 hours, and then no more', async () => {
  const store = await aHookedStore();
  const [old, fresh] = [store.secret, await newSecret(store)];
  expect(await signers(store, old, fresh)).toEqual({ by: [true, true], signatures: 2 });
  clocks.pass(24 * hour - 1);
  expect(await signers(store, old, fresh)).toEqual({ by: [true, true], signatures: 2 });
  clocks.pass(1);
  expect(await signers(store, old, fresh)).toEqual({ by: [false, true], signatures: 1 });
});

test('three secrets sign at most, the newest of them', async () => {
  const store = await aHookedStore();
  const secrets = [store.secret];
  for (let i = 0; i < 3; i++) {
    clocks.pass(hour);
    secrets.push(await newSecret(store));
  }
  expect(await signers(store, ...secrets)).toEqual({ by: [false, true, true, true], signatures: 3 });
  clocks.pass(23 * hour - 1);
  expect(await signers(store, ...secrets)).toEqual({ by: [false, true, true, true], signatures: 3 });
  clocks.pass(1);
  expect(await signers(store, ...secrets)).toEqual({ by: [false, false, true, true], signatures: 2 });
  clocks.pass(hour);
  expect(await signers(store, ...secrets)).toEqual({ by: [false, false, false, true], signatures: 1 });
});

test('a retry is signed with the secret of its own time, at its own time, under the same id', async () => {
  const store = await aHookedStore(500, 200);
  await placed(store);
  await work(store, await theDelivery(store));
  const [first] = store.receiver.received as [Received];
  verify(store.secret, first);
  const secret = await newSecret(store);
  clocks.pass(25 * hour);
  await work(store, await theDelivery(store));
  const second = store.receiver.received[1] as Received;
  verify(secret, second);
  expect(() => verify(store.secret, second)).toThrow();
  expect(() => verify(secret, first)).toThrow();
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(Number(second.headers['webhook-timestamp']) - Number(first.headers['webhook-timestamp'])).toBe(25 * hour);
});

test('a call that was changed on its way does not verify', async () => {
  const store = await aHookedStore();
  await placed(store);
  await work(store, await theDelivery(store));
  const [received] = store.receiver.received as [Received];
  const changed = (given: Partial<Received>) => () => verify(store.secret, { ...received, ...given });
  expect(changed({})).not.toThrow();
  expect(changed({ text: received.text.replace('1001', '1002') })).toThrow();
  expect(changed({ headers: { ...received.headers, 'webhook-id': 'evt_other' } })).toThrow();
  const later = String(Number(received.headers['webhook-timestamp']) + 1);
  expect(changed({ headers: { ...received.headers, 'webhook-timestamp': later } })).toThrow();
});
