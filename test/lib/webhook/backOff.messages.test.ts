import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { startQueue } from '../../../infra/local/localQueue.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { enqueueAll } from '../../../lib/webhook/queue.ts';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf } from '../../support/database.ts';
import { conflicts } from '../../support/faultKinds.ts';
import { afterReply, type Fault, withFaults } from '../../support/injectFault.ts';
import { aRatesStore, askRates, postAnswer, name as rates } from '../../support/rates.ts';
import {
  aRestingStore,
  aWebhookStore,
  onlyDelivery,
  placeOne,
  redeliver,
  resumeDeliveries,
  runDelivery,
  setUrl,
} from '../../support/webhooks.ts';

const clocks = fakeClocks();
type Sent = { tenant: string; sk: string; seconds: number };
let sent: Sent[] = [];
let queue: Awaited<ReturnType<typeof startQueue>>;

beforeAll(async () => {
  queue = await startQueue(({ MessageBody, DelaySeconds = 0 }) => {
    sent.push({ ...JSON.parse(MessageBody), seconds: DelaySeconds });
  });
});
afterAll(() => queue.close());
beforeEach(() => {
  sent = [];
});

/** The keys of the items that `act` sends messages for, each with its delay in seconds. */
async function sentBy({ tenant }: { tenant: { id: string } }, act: () => Promise<unknown>) {
  sent = [];
  await act();
  return sent.filter((message) => message.tenant === tenant.id).map(({ sk, seconds }) => `${sk} ${seconds}`);
}

const settings = 'WEBHOOK#confirm-order';
const keyOf = ({ id }: Pick<Delivery, 'id'>) => `DELIVERY#${id.slice(4)}`;

test('the failure that starts a back-off sends a message for its end', async () => {
  const store = await aWebhookStore(500);
  const attempts = [];
  for (let i = 0; i < 5; i++) {
    await placeOne(store);
    const [newest] = (await itemsOf(store, 'DELIVERY#')).slice(-1) as unknown as [Delivery];
    attempts.push(await sentBy(store, () => runDelivery(store, newest)));
  }
  expect(attempts.map((messages) => messages.filter((each) => each.startsWith(settings)))).toEqual([
    [],
    [],
    [],
    [],
    [`${settings} 30`],
  ]);
});

test('a successful probe sends a message at once, so that the parked deliveries follow', async () => {
  const { store, spare } = await aRestingStore();
  clocks.advance(30);
  store.receiver.answers(200);
  expect(await sentBy(store, () => runDelivery(store, spare[0]))).toEqual([`${settings} 0`]);
  expect(await sentBy(store, () => runDelivery(store, spare[1]))).toEqual([]);
});

test('a failed probe parks its delivery at once and doubles the back-off', async () => {
  const { store, spare } = await aRestingStore();
  clocks.advance(30);
  expect(await sentBy(store, () => runDelivery(store, spare[0]))).toEqual([`${settings} 60`, `${keyOf(spare[0])} 0`]);
});

test('a delivery that cannot be parked, because its webhook changed, is tried again after a second', async () => {
  const store = await aWebhookStore();
  await placeOne(store);
  await setUrl(store, null);
  const delivery = await onlyDelivery(store);
  const race = afterReply(() => setUrl(store, store.receiver.url));
  const messages = await sentBy(store, () =>
    withFaults([{ command: 'BatchGetItem', fault: race }], () => runDelivery(store, delivery)),
  );
  expect(messages).toEqual([`${settings} 0`, `${keyOf(delivery)} 1`]);
});

test('a delivery that cannot be parked, because others write its webhook, is tried again after a second', async () => {
  const store = await aWebhookStore();
  await placeOne(store);
  await setUrl(store, null);
  const delivery = await onlyDelivery(store);
  const busy = { command: 'TransactWriteItems', nth: 'every' as const, fault: conflicts };
  const messages = await sentBy(store, () => withFaults([busy], () => runDelivery(store, delivery)));
  expect(messages).toEqual([`${keyOf(delivery)} 1`]);
});

test('a redelivery during a back-off ends it', async () => {
  const { store, spare } = await aRestingStore();
  expect(await sentBy(store, () => redeliver(store, spare[0].id))).toEqual([`${settings} 0`, `${keyOf(spare[0])} 0`]);
  expect(await sentBy(store, () => redeliver(store, spare[1].id))).toEqual([`${keyOf(spare[1])} 0`]);
});

test('a successful test ends a back-off, and releases deliveries only if its webhook has any', async () => {
  const { store } = await aRestingStore();
  store.receiver.answers(200);
  const testOf = (as: string, name: string) => call('testWebhook', { as, params: { name } });
  expect(await sentBy(store, () => testOf(store.key, 'confirm-order'))).toEqual([`${settings} 0`]);
  expect(await sentBy(store, () => testOf(store.key, 'confirm-order'))).toEqual([]);
  const other = await aRatesStore(500);
  for (let quantity = 1; quantity <= 5; quantity++) await askRates(other, { lines: [{ sku: other.sku, quantity }] });
  other.receiver.answers(postAnswer);
  expect(await sentBy(other, () => testOf(other.key, rates))).toEqual([]);
  expect((await askRates(other, { lines: [{ sku: other.sku, quantity: 6 }] })).payload.source).toBe('live');
});

test('messages are sent in batches of ten, and the last one alone if it is a single one', async () => {
  const send = jest.spyOn(SQSClient.prototype, 'send');
  const tenant = 'ten_0123456789abcdefghjkmnpqrs' as TenantId;
  await enqueueAll(Array.from({ length: 21 }, (_, i) => ({ tenant, sk: `DELIVERY#${i}` })));
  const sizes = send.mock.calls.map(([command]) =>
    command instanceof SendMessageBatchCommand ? (command.input.Entries ?? []).length : 1,
  );
  send.mockRestore();
  expect(sizes).toEqual([10, 10, 1]);
  expect(sent.map(({ sk }) => sk)).toEqual(Array.from({ length: 21 }, (_, i) => `DELIVERY#${i}`));
});

test('a message that the queue does not accept is left to the sweep', async () => {
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const send = jest.spyOn(SQSClient.prototype, 'send').mockImplementation(() => ({ Failed: [{ Code: 'Throttled' }] }));
  await enqueueAll(Array.from({ length: 2 }, (_, i) => ({ tenant: 'ten_1', sk: `DELIVERY#${i}` })));
  expect(JSON.parse(String(written.mock.calls[0]?.[0]))).toMatchObject({
    level: 'warn',
    message: 'could not enqueue; the sweep will find it',
    messages: 2,
    cause: 'Throttled',
  });
  send.mockRestore();
  written.mockRestore();
});

const settingsOf = async (store: Parameters<typeof itemsOf>[0]) =>
  (await itemsOf(store, settings))[0] as Record<string, unknown>;
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

test('parked deliveries are checked again after a minute, until two checks find none', async () => {
  const store = await aWebhookStore();
  await placeOne(store);
  await setUrl(store, null);
  await runDelivery(store, await onlyDelivery(store));
  await setUrl(store, store.receiver.url);
  expect(await settingsOf(store)).toMatchObject({ due: inSeconds(0), looked: false });
  expect(await sentBy(store, () => resumeDeliveries(store))).toEqual([`${keyOf(await onlyDelivery(store))} 0`]);
  expect(await settingsOf(store)).toMatchObject({ due: inSeconds(60), looked: false });
  clocks.advance(60);
  await resumeDeliveries(store);
  expect(await settingsOf(store)).toMatchObject({ due: inSeconds(60), looked: true });
  await resumeDeliveries(store);
  expect(await settingsOf(store)).toMatchObject({ due: inSeconds(60), looked: true });
  clocks.advance(60);
  await resumeDeliveries(store);
  expect(await settingsOf(store)).not.toHaveProperty('due');
});

test('a check during a back-off is postponed to its end', async () => {
  const { store } = await aRestingStore(1);
  const until = (await settingsOf(store)).rest_until;
  await resumeDeliveries(store);
  expect(await settingsOf(store)).toMatchObject({ due: until, looked: false });
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
