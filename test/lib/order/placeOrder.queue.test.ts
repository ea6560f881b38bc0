import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startQueue } from '../../../infra/local/localQueue.ts';
import { itemsOf } from '../../support/database.ts';
import { until } from '../../support/receiver.ts';
import { aWebhookStore, deliveriesOf, placeOne } from '../../support/webhooks.ts';

type Received = Parameters<Parameters<typeof startQueue>[0]>[0];

const received: Received[] = [];
let queue: Awaited<ReturnType<typeof startQueue>>;

beforeAll(async () => {
  queue = await startQueue((message) => void received.push(message));
});
afterAll(() => queue.close());

/** The messages about deliveries of a store that were sent to the queue. */
const sentFor = ({ tenant }: { tenant: { id: string } }) =>
  received
    .map(({ MessageBody, MessageGroupId, DelaySeconds }) => ({ ...JSON.parse(MessageBody), MessageGroupId, DelaySeconds }))
    .filter((message) => message.tenant === tenant.id && message.sk.startsWith('DELIVERY#'));

test('a new order sends one message to the queue immediately', async () => {
  const store = await aWebhookStore();
  const { id } = store.tenant;
  await placeOne(store);
  const [delivery] = await deliveriesOf(store);
  await until(() => sentFor(store).length > 0, 5);
  const sk = `DELIVERY#${delivery?.id.slice(4)}`;
  expect(sentFor(store)).toMatchObject([{ tenant: id, sk }]);
});

test('the delivery of an order is kept for 30 days', async () => {
  const store = await aWebhookStore();
  await placeOne(store);
  const [item] = await itemsOf(store, 'DELIVERY#');
  const days = ((item?.expires_at as number) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(29.99);
  expect(days).toBeLessThan(30.01);
  expect(Number.isInteger(item?.expires_at)).toBe(true);
});
