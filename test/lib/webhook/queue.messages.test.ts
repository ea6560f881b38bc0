import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startQueue } from '../../../infra/local/queue.ts';
import type { Message } from '../../../lib/webhook/queue.ts';
import { aStore } from '../../support/actors.ts';
import { aProduct } from '../../support/orders.ts';
import { aRatedStore } from '../../support/rates.ts';
import { aHookedStore, deliveriesOf, newSecret, placed, redeliver, setUrl, theDelivery, work } from '../../support/webhooks.ts';

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

/** What `act` sends to the queue about a store. */
async function sentBy({ tenant }: { tenant: { id: string } }, act: () => Promise<unknown>): Promise<Sent[]> {
  sent = [];
  await act();
  return sent.filter((message) => message.tenant === tenant.id);
}

const settings = 'WEBHOOK#confirm-order';
const keyOf = ({ id }: { id: string }) => `DELIVERY#${id.slice(4)}`;

describe('the settings of a webhook', () => {
  test('send one message when a URL is set, so that parked deliveries go out', async () => {
    const store = await aHookedStore();
    const messages = await sentBy(store, () => setUrl(store, store.receiver.url));
    expect(messages).toEqual([{ tenant: store.tenant.id, sk: settings, MessageGroupId: store.tenant.id, DelaySeconds: 0 }]);
  });

  test('send nothing when the URL is removed', async () => {
    const store = await aHookedStore();
    expect(await sentBy(store, () => setUrl(store, null))).toEqual([]);
  });

  test('send nothing when the secret is replaced', async () => {
    const store = await aHookedStore();
    expect(await sentBy(store, () => newSecret(store))).toEqual([]);
  });

  test('send nothing for rates, which have no deliveries', async () => {
    const store = await aRatedStore();
    expect(await sentBy(store, () => setUrl(store, store.receiver.url, 'calculate-shipping-rates'))).toEqual([]);
  });
});

describe('a delivery', () => {
  test('is not made, nor sent to the queue, without a URL', async () => {
    const store = await aStore();
    const sku = await aProduct(store);
    expect(await sentBy(store, () => placed({ ...store, sku }))).toEqual([]);
    expect(await deliveriesOf(store)).toEqual([]);
  });

  test('that fails is sent to the queue again, with the delay of its next attempt', async () => {
    const store = await aHookedStore(500);
    await placed(store);
    const delivery = await theDelivery(store);
    const messages = await sentBy(store, () => work(store, delivery));
    expect(messages).toMatchObject([{ sk: keyOf(delivery) }]);
    expect(messages[0]?.DelaySeconds).toBeGreaterThanOrEqual(4);
    expect(messages[0]?.DelaySeconds).toBeLessThanOrEqual(5);
  });

  test('that must wait longer than a queue can delay is left to the sweep', async () => {
    const store = await aHookedStore({ status: 500, headers: { 'Retry-After': '901' } });
    await placed(store);
    const delivery = await theDelivery(store);
    expect(await sentBy(store, () => work(store, delivery))).toEqual([]);
    const other = await aHookedStore({ status: 500, headers: { 'Retry-After': '900' } });
    await placed(other);
    const messages = await sentBy(other, async () => work(other, await theDelivery(other)));
    expect(messages).toMatchObject([{ DelaySeconds: 900 }]);
  });

  test('that a receiver no longer wants is looked at again at once, to be parked', async () => {
    const store = await aHookedStore(410);
    await placed(store);
    const delivery = await theDelivery(store);
    const messages = await sentBy(store, () => work(store, delivery));
    expect(messages).toMatchObject([{ sk: keyOf(delivery), DelaySeconds: 0 }]);
  });

  test('that succeeds sends nothing more', async () => {
    const store = await aHookedStore();
    await placed(store);
    const delivery = await theDelivery(store);
    expect(await sentBy(store, () => work(store, delivery))).toEqual([]);
  });

  test('that is redelivered is sent to the queue at once', async () => {
    const store = await aHookedStore();
    await placed(store);
    const delivery = await theDelivery(store);
    await work(store, delivery);
    const messages = await sentBy(store, () => redeliver(store, delivery.id));
    expect(messages).toMatchObject([{ sk: keyOf(delivery), DelaySeconds: 0 }]);
  });
});
