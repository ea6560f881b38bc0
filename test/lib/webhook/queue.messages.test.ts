import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, jest, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { enqueueAll } from '../../../lib/webhook/queue.ts';
import { recordMessages } from '../../support/messages.ts';
import { aRatesStore, name as rates } from '../../support/rates.ts';
import {
  aDelivery,
  aWebhookStore,
  newSecret,
  onlyDelivery,
  placeOne,
  redeliver,
  runDelivery,
  setUrl,
} from '../../support/webhooks.ts';

const sentBy = recordMessages();
const settings = 'WEBHOOK#confirm-order';
const keyOf = ({ id }: { id: string }) => `DELIVERY#${id.slice(4)}`;

test('a change to a webhook sends one message if it sets a URL, so that waiting deliveries continue', async () => {
  const store = await aWebhookStore();
  const { id } = store.tenant;
  const messages = await sentBy(store, () => setUrl(store, store.receiver.url));
  expect(messages).toEqual([{ tenant: id, sk: settings, group: id, seconds: 0 }]);
  expect(await sentBy(store, () => setUrl(store, null))).toEqual([]);
  expect(await sentBy(store, () => newSecret(store))).toEqual([]);
  const other = await aRatesStore();
  expect(await sentBy(other, () => setUrl(other, other.receiver.url, rates))).toEqual([]);
});

describe('a delivery', () => {
  test('sends one message at once when its order is placed', async () => {
    const store = await aWebhookStore();
    const messages = await sentBy(store, () => placeOne(store));
    expect(messages).toMatchObject([{ sk: keyOf(await onlyDelivery(store)), seconds: 0 }]);
  });

  /** The messages of an attempt that gets this response. */
  async function sentAfter(answer: Parameters<typeof aWebhookStore>[0]) {
    const { store, delivery } = await aDelivery(answer as number);
    const messages = await sentBy(store, () => runDelivery(store, delivery));
    expect(messages.filter(({ sk }) => sk !== keyOf(delivery))).toEqual([]);
    return { store, delivery, seconds: messages.map((message) => message.seconds) };
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
    expect(await sentBy(store, () => redeliver(store, delivery.id))).toMatchObject([{ sk: keyOf(delivery), seconds: 0 }]);
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
