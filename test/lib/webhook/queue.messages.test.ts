import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startQueue } from '../../../infra/local/localQueue.ts';
import type { Message } from '../../../lib/webhook/queue.ts';
import { aStore } from '../../support/actors.ts';
import { aProduct } from '../../support/orders.ts';
import { aRatesStore } from '../../support/rates.ts';
import {
  aWebhookStore,
  deliveriesOf,
  newSecret,
  onlyDelivery,
  placeOne,
  redeliver,
  runDelivery,
  setUrl,
} from '../../support/webhooks.ts';

type Sent = Message & { MessageGroupId: string; DelaySeconds: number | undefined };

let sent: Sent[] = [];
let queue: Awaited<ReturnType<typeof startQueue>>;

beforeAll(async () => {
  queue = await startQueue(({ MessageBody, MessageGroupId, DelaySeconds }) => {
    sent.push({ ...JSON.parse(MessageBody), MessageGroupId, DelaySeconds });
  });
});
afterAll(() => queue.close());
beforeEach(() => {
  sent = [];
});

/** The messages about a store that `act` sends to the queue. */
async function sentBy({ tenant }: { tenant: { id: string } }, act: () => Promise<unknown>): Promise<Sent[]> {
  sent = [];
  await act();
  return sent.filter((message) => message.tenant === tenant.id);
}

const settings = 'WEBHOOK#confirm-order';
const keyOf = ({ id }: { id: string }) => `DELIVERY#${id.slice(4)}`;

describe('a change to a webhook', () => {
  test('sends one message if it sets a URL, so that waiting deliveries continue', async () => {
    const store = await aWebhookStore();
    const messages = await sentBy(store, () => setUrl(store, store.receiver.url));
    expect(messages).toEqual([{ tenant: store.tenant.id, sk: settings, MessageGroupId: store.tenant.id, DelaySeconds: 0 }]);
  });

  test('sends nothing if it removes the URL', async () => {
    const store = await aWebhookStore();
    expect(await sentBy(store, () => setUrl(store, null))).toEqual([]);
  });

  test('sends nothing if it replaces the secret', async () => {
    const store = await aWebhookStore();
    expect(await sentBy(store, () => newSecret(store))).toEqual([]);
  });

  test('sends nothing for rates, which have no deliveries', async () => {
    const store = await aRatesStore();
    expect(await sentBy(store, () => setUrl(store, store.receiver.url, 'calculate-shipping-rates'))).toEqual([]);
  });
});

describe('a delivery', () => {
  test('is neither created nor sent to the queue without a URL', async () => {
    const store = await aStore();
    const sku = await aProduct(store);
    expect(await sentBy(store, () => placeOne({ ...store, sku }))).toEqual([]);
    expect(await deliveriesOf(store)).toEqual([]);
  });

  test('that fails is queued again, with the delay of its next attempt', async () => {
    const store = await aWebhookStore(500);
    await placeOne(store);
    const delivery = await onlyDelivery(store);
    const messages = await sentBy(store, () => runDelivery(store, delivery));
    expect(messages).toMatchObject([{ sk: keyOf(delivery) }]);
    expect(messages[0]?.DelaySeconds).toBeGreaterThanOrEqual(4);
    expect(messages[0]?.DelaySeconds).toBeLessThanOrEqual(5);
  });

  test('that must wait longer than the queue can delay is left to the sweep', async () => {
    const store = await aWebhookStore({ status: 500, headers: { 'Retry-After': '901' } });
    await placeOne(store);
    const delivery = await onlyDelivery(store);
    expect(await sentBy(store, () => runDelivery(store, delivery))).toEqual([]);
    const other = await aWebhookStore({ status: 500, headers: { 'Retry-After': '900' } });
    await placeOne(other);
    const messages = await sentBy(other, async () => runDelivery(other, await onlyDelivery(other)));
    expect(messages).toMatchObject([{ DelaySeconds: 900 }]);
  });

  test('that gets a 410 is queued again immediately, so that it can wait for a URL', async () => {
    const store = await aWebhookStore(410);
    await placeOne(store);
    const delivery = await onlyDelivery(store);
    const messages = await sentBy(store, () => runDelivery(store, delivery));
    expect(messages).toMatchObject([{ sk: keyOf(delivery), DelaySeconds: 0 }]);
  });

  test('that succeeds sends no more messages', async () => {
    const store = await aWebhookStore();
    await placeOne(store);
    const delivery = await onlyDelivery(store);
    expect(await sentBy(store, () => runDelivery(store, delivery))).toEqual([]);
  });

  test('that is redelivered is queued immediately', async () => {
    const store = await aWebhookStore();
    await placeOne(store);
    const delivery = await onlyDelivery(store);
    await runDelivery(store, delivery);
    const messages = await sentBy(store, () => redeliver(store, delivery.id));
    expect(messages).toMatchObject([{ sk: keyOf(delivery), DelaySeconds: 0 }]);
  });
});
