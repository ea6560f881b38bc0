import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { read } from '../support/orders.ts';
import { type Answering, aReceiver, aWildReceiver, closes, type Received, until } from '../support/receiver.ts';
import {
  aHookedStore,
  deliveriesOf,
  type HookedStore,
  placed,
  setUrl,
  theDelivery,
  verify,
  webhookOf,
} from '../support/webhooks.ts';

const aStoreHere = (...answers: Answering[]) => aHookedStore(...answers);

const stateOf = async (store: HookedStore) => (await theDelivery(store)).state;
const delivered = (store: HookedStore, seconds = 20) =>
  until(
    async () => (await stateOf(store)) === 'delivered',
    seconds,
    () => 'a delivery',
  );
const seconds = ([first, second]: Received[]) => ((second as Received).at - (first as Received).at) / 1000;

/** A store of which one order is under way, and the two calls that it takes. */
async function twice(first: Answering) {
  const store = await aStoreHere(first, { body: { authorized: true } });
  const number = await placed(store);
  const received = await store.receiver.calls(2);
  await delivered(store);
  return { store, number, received, delivery: await theDelivery(store) };
}

describe('a call that fails is made again:', () => {
  test.concurrent('500 then 200 are two attempts of one event, each signed anew', async () => {
    const { store, number, received, delivery } = await twice(500);
    expect(delivery.attempts).toMatchObject([{ status: 500 }, { status: 200, answer: '{"authorized":true}' }]);
    expect([...store.receiver.events()]).toEqual([delivery.id]);
    for (const call of received) expect(verify(store.secret, call)).toMatchObject({ data: { order: { number } } });
    expect(seconds(received)).toBeGreaterThan(3.9);
    expect(seconds(received)).toBeLessThan(25);
    expect((await read(store, number)).authorized).toBe(true);
  }, 30_000);

  test.concurrent.each<[string, () => string]>([
    ['seconds', () => '7'],
    ['a date', () => new Date(Date.now() + 8000).toUTCString()],
  ])(
    'not before Retry-After says so in %s',
    async (_, retryAfter) => {
      const { received } = await twice(() => ({ status: 503, headers: { 'Retry-After': retryAfter() } }));
      expect(seconds(received)).toBeGreaterThanOrEqual(6.9);
      expect(seconds(received)).toBeLessThan(25);
    },
    30_000,
  );

  test.concurrent.each<[string, Answering, string | null]>([
    ['a closed connection', closes, 'connection_failed'],
    ['half an answer', (_, outgoing) => void outgoing.writeHead(200, { 'Content-Length': '9' }).end('x'), 'connection_failed'],
    ['a status that nobody knows', 799, '{}'],
  ])(
    'after %s',
    async (_, answering, answer) => {
      const { delivery } = await twice(answering);
      expect(delivery.attempts).toMatchObject([{ answer }, { status: 200 }]);
    },
    30_000,
  );

  test.concurrent('after junk', async () => {
    const { port } = await aWildReceiver((socket) => socket.end('\u0000\u0001 no HTTP at all'));
    const store = await aStoreHere();
    await setUrl(store, `http://127.0.0.1:${port}/`);
    await placed(store);
    await until(async () => (await theDelivery(store)).attempts.length > 0);
    await setUrl(store, store.receiver.url);
    await delivered(store);
    expect((await theDelivery(store)).attempts).toMatchObject([{ status: null, answer: 'connection_failed' }, { status: 200 }]);
  }, 30_000);
});

test.concurrent('a redirect is not followed', async () => {
  const elsewhere = await aReceiver();
  const { delivery } = await twice({ status: 308, headers: { Location: elsewhere.url } });
  expect(delivery.attempts).toMatchObject([{ status: 308 }, { status: 200 }]);
  expect(elsewhere.received).toEqual([]);
}, 30_000);

test.concurrent('a body over 64 KB is received, and nothing in it heeded', async () => {
  const store = await aStoreHere({ body: { authorized: true, padding: 'x'.repeat(200_000) } });
  const number = await placed(store);
  await delivered(store);
  expect(await read(store, number)).toMatchObject({ authorized: false, version: 1 });
  expect((await theDelivery(store)).attempts).toMatchObject([{ status: 200, answer: expect.stringMatching(/^.{500}$/) }]);
});

test.concurrent('410 pauses, what is placed meanwhile waits, and a PATCH lets all of it arrive', async () => {
  const store = await aStoreHere(410, 200);
  await placed(store);
  await until(async () => (await webhookOf(store)).health.state === 'paused');
  const more = [await placed(store), await placed(store)];
  await until(async () => (await deliveriesOf(store)).every(({ state }) => state === 'waiting'));
  await sleep(1500);
  expect(store.receiver.received).toHaveLength(1);
  await setUrl(store, store.receiver.url);
  await until(async () => (await deliveriesOf(store)).every(({ state }) => state === 'delivered'));
  expect(store.receiver.received.map(({ json }) => json.data.order.number)).toEqual(expect.arrayContaining(more));
  expect(store.receiver.events().size).toBe(3);
}, 30_000);
