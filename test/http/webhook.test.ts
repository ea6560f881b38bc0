import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { read } from '../support/orders.ts';
import { aRawReceiver, aReceiver, closes, type Received, type ReceiverAnswer, until } from '../support/receiver.ts';
import {
  aWebhookStore,
  deliveriesOf,
  onlyDelivery,
  placeOne,
  setUrl,
  verify,
  type WebhookStore,
  webhookOf,
} from '../support/webhooks.ts';

const stateOf = async (store: WebhookStore) => (await onlyDelivery(store)).state;
const untilDelivered = (store: WebhookStore, seconds = 20) =>
  until(
    async () => (await stateOf(store)) === 'delivered',
    seconds,
    () => 'a delivery',
  );
const seconds = ([first, second]: Received[]) => ((second as Received).at - (first as Received).at) / 1000;

/** A store with one order whose delivery takes two calls. */
async function deliveredAtSecondCall(first: ReceiverAnswer) {
  const store = await aWebhookStore(first, { body: { authorized: true } });
  const number = await placeOne(store);
  const received = await store.receiver.calls(2);
  await untilDelivered(store);
  return { store, number, received, delivery: await onlyDelivery(store) };
}

describe('retries a failed call', () => {
  test.concurrent('after a 500 with the same id and a new signature', async () => {
    const { store, number, received, delivery } = await deliveredAtSecondCall(500);
    expect(delivery.attempts).toMatchObject([{ status: 500 }, { status: 200, answer: '{"authorized":true}' }]);
    expect([...store.receiver.events()]).toEqual([delivery.id]);
    for (const call of received) expect(verify(store.secret, call)).toMatchObject({ data: { order: { number } } });
    expect(seconds(received)).toBeGreaterThan(3.9);
    expect(seconds(received)).toBeLessThan(25);
    expect((await read(store, number)).authorized).toBe(true);
  });

  test.concurrent.each<[string, () => string]>([
    ['seconds', () => '7'],
    ['a date', () => new Date(Date.now() + 8000).toUTCString()],
  ])('no earlier than Retry-After in %s', async (_, retryAfter) => {
    const { received } = await deliveredAtSecondCall(() => ({ status: 503, headers: { 'Retry-After': retryAfter() } }));
    expect(seconds(received)).toBeGreaterThanOrEqual(6.9);
    expect(seconds(received)).toBeLessThan(25);
  });

  test.concurrent.each<[string, ReceiverAnswer, string | null]>([
    ['a closed connection', closes, 'connection_failed'],
    [
      'a truncated response',
      (_, outgoing) => void outgoing.writeHead(200, { 'Content-Length': '9' }).end('x'),
      'connection_failed',
    ],
    ['an unknown status', 799, '{}'],
  ])('after %s', async (_, answering, answer) => {
    const { delivery } = await deliveredAtSecondCall(answering);
    expect(delivery.attempts).toMatchObject([{ answer }, { status: 200 }]);
  });

  test.concurrent('after a response that is not HTTP', async () => {
    const { port } = await aRawReceiver((socket) => socket.end('\u0000\u0001 no HTTP at all'));
    const store = await aWebhookStore();
    await setUrl(store, `http://127.0.0.1:${port}/`);
    await placeOne(store);
    await until(async () => (await onlyDelivery(store)).attempts.length > 0);
    await setUrl(store, store.receiver.url);
    await untilDelivered(store);
    expect((await onlyDelivery(store)).attempts).toMatchObject([
      { status: null, answer: 'connection_failed' },
      { status: 200 },
    ]);
  });
});

test.concurrent('does not follow a redirect', async () => {
  const elsewhere = await aReceiver();
  const { delivery } = await deliveredAtSecondCall({ status: 308, headers: { Location: elsewhere.url } });
  expect(delivery.attempts).toMatchObject([{ status: 308 }, { status: 200 }]);
  expect(elsewhere.received).toEqual([]);
});

test.concurrent('a 410 pauses deliveries until the URL is set again', async () => {
  const store = await aWebhookStore(410, 200);
  await placeOne(store);
  await until(async () => (await webhookOf(store)).health.state === 'paused');
  const more = [await placeOne(store), await placeOne(store)];
  await until(async () => (await deliveriesOf(store)).every(({ state }) => state === 'waiting'));
  await sleep(1500);
  expect(store.receiver.received).toHaveLength(1);
  await setUrl(store, store.receiver.url);
  await until(async () => (await deliveriesOf(store)).every(({ state }) => state === 'delivered'));
  expect(store.receiver.received.map(({ json }) => json.data.order.number)).toEqual(expect.arrayContaining(more));
  expect(store.receiver.events().size).toBe(3);
});
