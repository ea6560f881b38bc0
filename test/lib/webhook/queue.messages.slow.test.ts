import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, jest, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { enqueueAll } from '../../../lib/webhook/queue.ts';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf } from '../../support/database.ts';
import { conflicts } from '../../support/faultKinds.ts';
import { afterReply, type Fault, withFaults } from '../../support/injectFault.ts';
import { recordMessages } from '../../support/messages.ts';
import { aRatesStore, askRates, postAnswer, name as rates } from '../../support/rates.ts';
import {
  aDelivery,
  aRestingStore,
  aWebhookStore,
  deliveriesOf,
  deliveryOf,
  newSecret,
  onlyDelivery,
  placeMany,
  placeOne,
  redeliver,
  resumeDeliveries,
  runDelivery,
  setUrl,
} from '../../support/webhooks.ts';

const clocks = fakeClocks();
const sentBy = recordMessages();

const settings = (seconds: number) => ({ sk: 'WEBHOOK#confirm-order', seconds });
const of = ({ id }: Pick<Delivery, 'id'>, seconds: number) => ({ sk: `DELIVERY#${id.slice(4)}`, seconds });

test('a change to a webhook sends one message if it sets a URL, so that waiting deliveries continue', async () => {
  const store = await aWebhookStore();
  const { id } = store.tenant;
  const messages = await sentBy(store, () => setUrl(store, store.receiver.url));
  expect(messages).toEqual([{ tenant: id, group: id, ...settings(0) }]);
  expect(await sentBy(store, () => setUrl(store, null))).toEqual([]);
  expect(await sentBy(store, () => newSecret(store))).toEqual([]);
  const other = await aRatesStore();
  expect(await sentBy(other, () => setUrl(other, other.receiver.url, rates))).toEqual([]);
});

describe('a delivery', () => {
  test('sends one message at once when its order is placed', async () => {
    const store = await aWebhookStore();
    const messages = await sentBy(store, () => placeOne(store));
    expect(messages).toMatchObject([of(await onlyDelivery(store), 0)]);
  });

  /** The messages of an attempt that gets this response. */
  async function sentAfter(answer: Parameters<typeof aWebhookStore>[0]) {
    const { store, delivery } = await aDelivery(answer as number);
    const messages = await sentBy(store, () => runDelivery(store, delivery));
    expect(messages).toMatchObject(messages.map(({ seconds }) => of(delivery, seconds)));
    return { store, delivery, seconds: messages.map(({ seconds }) => seconds) };
  }
  const retryAfter = (seconds: string) => ({ status: 500, headers: { 'Retry-After': seconds } });

  test('that fails is queued again, with the delay of its next attempt', async () => {
    const { seconds } = await sentAfter(500);
    expect([4, 5]).toContain(Math.floor(seconds[0] as number));
    expect(seconds).toHaveLength(1);
  });

  test('that must wait longer than the queue can delay is left to the sweep', async () => {
    expect((await sentAfter(retryAfter('901'))).seconds).toEqual([]);
    expect((await sentAfter(retryAfter('900'))).seconds).toEqual([900]);
  });

  test('that gets a 410 is queued again immediately, so that it can wait for a URL', async () => {
    expect((await sentAfter(410)).seconds).toEqual([0]);
  });

  test('that succeeds sends no more messages, until it is redelivered', async () => {
    const { store, delivery, seconds } = await sentAfter(200);
    expect(seconds).toEqual([]);
    expect(await sentBy(store, () => redeliver(store, delivery.id))).toMatchObject([of(delivery, 0)]);
  });
});

test('messages are sent in batches of ten, and the last one alone if it is a single one', async () => {
  const send = jest.spyOn(SQSClient.prototype, 'send');
  const id = 'ten_0123456789abcdefghjkmnpqrs' as TenantId;
  const keys = Array.from({ length: 21 }, (_, i) => ({ tenant: id, sk: `DELIVERY#${i}` }));
  const sent = await sentBy({ tenant: { id } }, () => enqueueAll(keys));
  const sizes = send.mock.calls.map(([command]) =>
    command instanceof SendMessageBatchCommand ? (command.input.Entries ?? []).length : 1,
  );
  send.mockRestore();
  expect(sizes).toEqual([10, 10, 1]);
  expect(sent).toMatchObject(keys);
});

test('a message that the queue does not accept is left to the sweep', async () => {
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const send = jest.spyOn(SQSClient.prototype, 'send').mockImplementation(() => ({ Failed: [{ Code: 'Throttled' }] }));
  await enqueueAll(Array.from({ length: 2 }, (_, i) => ({ tenant: 'ten_1', sk: `DELIVERY#${i}` })));
  expect(JSON.parse(String(written.mock.calls[0]?.[0]))).toMatchObject({ level: 'warn', messages: 2, cause: 'Throttled' });
  send.mockRestore();
  written.mockRestore();
});

test('the failure that starts a back-off sends a message for its end', async () => {
  const store = await aWebhookStore(500);
  const attempts = [];
  for (const delivery of await placeMany(store, 5)) attempts.push(await sentBy(store, () => runDelivery(store, delivery)));
  expect(attempts.map(({ length }) => length)).toEqual([1, 1, 1, 1, 2]);
  expect(attempts[4]).toContainEqual(expect.objectContaining(settings(30)));
});

test('a successful probe sends a message at once, so that the parked deliveries follow', async () => {
  const { store, spare } = await aRestingStore();
  clocks.advance(30);
  store.receiver.answers(200);
  expect(await sentBy(store, () => runDelivery(store, spare[0]))).toMatchObject([settings(0)]);
  expect(await sentBy(store, () => runDelivery(store, spare[1]))).toEqual([]);
});

test('a failed probe parks its delivery at once and doubles the back-off', async () => {
  const { store, spare } = await aRestingStore();
  clocks.advance(30);
  expect(await sentBy(store, () => runDelivery(store, spare[0]))).toMatchObject([settings(60), of(spare[0], 0)]);
});

test('a delivery that cannot be parked, because its webhook changed, is tried again after a second', async () => {
  const { store, delivery } = await aDelivery();
  await setUrl(store, null);
  const race = [{ command: 'BatchGetItem', fault: afterReply(() => setUrl(store, store.receiver.url)) }];
  const messages = await sentBy(store, () => withFaults(race, () => runDelivery(store, delivery)));
  expect(messages).toMatchObject([settings(0), of(delivery, 1)]);
  expect(await onlyDelivery(store)).toMatchObject({ state: 'pending' });
});

test('a delivery that starts to wait just as the back-off ends stays due', async () => {
  const { store, spare } = await aRestingStore();
  const race = [{ command: 'BatchGetItem', fault: afterReply(() => redeliver(store, spare[1].id)) }];
  const messages = await sentBy(store, () => withFaults(race, () => runDelivery(store, spare[0])));
  expect(messages.at(-1)).toMatchObject(of(spare[0], 1));
  expect(await deliveryOf(store, spare[0])).toMatchObject({ state: 'pending' });
});

test('a delivery that cannot be parked, because others write its webhook, is tried again after a second', async () => {
  const { store, delivery } = await aDelivery();
  await setUrl(store, null);
  const busy = { command: 'TransactWriteItems', nth: 'every' as const, fault: conflicts };
  const messages = await sentBy(store, () => withFaults([busy], () => runDelivery(store, delivery)));
  expect(messages).toMatchObject([of(delivery, 1)]);
});

test('a redelivery during a back-off ends it', async () => {
  const { store, spare } = await aRestingStore();
  expect(await sentBy(store, () => redeliver(store, spare[0].id))).toMatchObject([settings(0), of(spare[0], 0)]);
  expect(await sentBy(store, () => redeliver(store, spare[1].id))).toMatchObject([of(spare[1], 0)]);
});

test('a successful test ends a back-off, and releases deliveries only if its webhook has any', async () => {
  const { store } = await aRestingStore();
  store.receiver.answers(200);
  const testOf = (as: string, name: string) => call('testWebhook', { as, params: { name } });
  expect(await sentBy(store, () => testOf(store.key, 'confirm-order'))).toMatchObject([settings(0)]);
  expect(await sentBy(store, () => testOf(store.key, 'confirm-order'))).toEqual([]);
  const other = await aRatesStore(500);
  for (let quantity = 1; quantity <= 5; quantity++) await askRates(other, { lines: [{ sku: other.sku, quantity }] });
  other.receiver.answers(postAnswer);
  expect(await sentBy(other, () => testOf(other.key, rates))).toEqual([]);
  expect((await askRates(other, { lines: [{ sku: other.sku, quantity: 6 }] })).payload.source).toBe('live');
});

const settingsOf = async (store: Parameters<typeof itemsOf>[0]) =>
  (await itemsOf(store, 'WEBHOOK#confirm-order'))[0] as Record<string, unknown>;
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

test('parked deliveries are checked again after a minute, until two checks find none', async () => {
  const { store, delivery } = await aDelivery();
  await setUrl(store, null);
  await runDelivery(store, delivery);
  await setUrl(store, store.receiver.url);
  expect(await settingsOf(store)).toMatchObject({ due: inSeconds(0), found_none: false });
  expect(await sentBy(store, () => resumeDeliveries(store))).toMatchObject([of(delivery, 0)]);
  expect(await settingsOf(store)).toMatchObject({ due: inSeconds(60), found_none: false });
  clocks.advance(60);
  for (const _ of ['now', 'again, before it is due']) {
    await resumeDeliveries(store);
    expect(await settingsOf(store)).toMatchObject({ due: inSeconds(60), found_none: true });
  }
  clocks.advance(60);
  await resumeDeliveries(store);
  expect(await settingsOf(store)).not.toHaveProperty('due');
});

test('a check during a back-off is postponed to its end', async () => {
  const { store } = await aRestingStore(1);
  const until = (await settingsOf(store)).back_off_until;
  await resumeDeliveries(store);
  expect(await settingsOf(store)).toMatchObject({ due: until, found_none: false });
});

test('releasing a probe reads only a few parked deliveries, and releasing all reads 250 at once', async () => {
  const { store } = await aRestingStore(1);
  const limits: number[] = [];
  const fault: Fault = ({ input, forward }) => {
    limits.push(input.Limit);
    return forward();
  };
  const resume = () => withFaults([{ command: 'Query', nth: 'every', fault }], () => resumeDeliveries(store));
  clocks.advance(30);
  await resume();
  await setUrl(store, `${store.receiver.url}/2`);
  await resume();
  expect(limits).toEqual([11, 250]);
});

test('a release that runs out of time sends a message to continue', async () => {
  const store = await aWebhookStore();
  for (const _ of [1, 2]) await placeOne(store);
  await setUrl(store, null);
  for (const delivery of await deliveriesOf(store)) await runDelivery(store, delivery);
  await setUrl(store, store.receiver.url);
  /** Returns only one item, so slowly that the run is out of time. */
  const slow: Fault = async ({ forward }) => {
    const { response, output } = await forward();
    const [{ pk, sk, due_shard, due }, ...others] = output.Items;
    expect(others).toHaveLength(1);
    clocks.advance(21);
    return { response, output: { ...output, Items: [output.Items[0]], LastEvaluatedKey: { pk, sk, due_shard, due } } };
  };
  const release = () => withFaults([{ command: 'Query', fault: slow }], () => resumeDeliveries(store));
  expect(await sentBy(store, release)).toContainEqual(expect.objectContaining(settings(0)));
  await resumeDeliveries(store);
  expect((await deliveriesOf(store)).map(({ state }) => state)).toEqual(['pending', 'pending']);
});

test('the messages of a dead receiver form a chain without an end, but they are few', async () => {
  const store = await aWebhookStore(500);
  const sent = async (hops: number, work: () => Promise<unknown>) =>
    (await sentBy(store, work)).map(({ sk, seconds = 0 }) => ({ sk, due: Date.now() + seconds * 1000, hops }));
  const queue = await sent(1, () => placeMany(store, 6));
  const end = Date.now() + 6 * 3600_000;
  const handled: number[] = [];
  for (;;) {
    const [next] = queue.sort((a, b) => a.due - b.due).splice(0, 1);
    if (!next || next.due > end) break;
    clocks.advance(Math.max(0, next.due - Date.now()) / 1000);
    handled.push(next.hops);
    const work = () =>
      next.sk.startsWith('WEBHOOK#')
        ? resumeDeliveries(store)
        : runDelivery(store, { id: `evt_${next.sk.slice('DELIVERY#'.length)}` });
    queue.push(...(await sent(next.hops + 1, work)));
  }
  // Lambda stops a function that triggers itself after about 16 hops, unless that is allowed.
  expect(Math.max(...handled)).toBeGreaterThan(16);
  expect(handled.length).toBeLessThan(150);
});
