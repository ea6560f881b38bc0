import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startQueue } from '../../../infra/local/queue.ts';
import { itemsOf } from '../../support/database.ts';
import { until } from '../../support/receiver.ts';
import { aHookedStore, deliveriesOf, placed } from '../../support/webhooks.ts';

type Received = Parameters<Parameters<typeof startQueue>[0]>[0];

const received: Received[] = [];
let queue: Awaited<ReturnType<typeof startQueue>>;

beforeAll(async () => {
  queue = await startQueue((message) => void received.push(message));
});
afterAll(() => queue.close());

/** What was sent to the queue for a store about its deliveries. */
const sentFor = ({ tenant }: { tenant: { id: string } }) =>
  received
    .map(({ MessageBody, MessageGroupId, DelaySeconds }) => ({ ...JSON.parse(MessageBody), MessageGroupId, DelaySeconds }))
    .filter((message) => message.tenant === tenant.id && message.sk.startsWith('DELIVERY#'));

test('a new order sends its event to the queue at once, in one message', async () => {
  const store = await aHookedStore();
  const { id } = store.tenant;
  await placed(store);
  const [delivery] = await deliveriesOf(store);
  await until(() => sentFor(store).length > 0, 5);
  const sk = `DELIVERY#${delivery?.id.slice(4)}`;
  expect(sentFor(store)).toMatchObject([{ tenant: id, sk }]);
});

test('the event of an order is kept for 30 days', async () => {
  const store = await aHookedStore();
  await placed(store);
  const [item] = await itemsOf(store, 'DELIVERY#');
  const days = ((item?.expires_at as number) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(29.99);
  expect(days).toBeLessThan(30.01);
  expect(Number.isInteger(item?.expires_at)).toBe(true);
});
