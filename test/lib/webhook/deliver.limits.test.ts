import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { startQueue } from '../../../infra/local/localQueue.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { set } from '../../../lib/db/write.ts';
import { deliveryKey } from '../../../lib/webhook/delivery.ts';
import { nextDue } from '../../../lib/webhook/schedule.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { type Fault, withFaults } from '../../support/injectFault.ts';
import {
  aWebhookStore,
  deliveriesOf,
  onlyDelivery,
  placeOne,
  resumeDeliveries,
  runDelivery,
  setUrl,
} from '../../support/webhooks.ts';

const clocks = fakeClocks();
const sent: string[] = [];
let queue: Awaited<ReturnType<typeof startQueue>>;

beforeAll(async () => {
  queue = await startQueue(({ MessageBody }) => void sent.push(MessageBody));
});
afterAll(() => queue.close());

test('a delivery fails without another call once all its attempts have crashed', async () => {
  const store = await aWebhookStore();
  await placeOne(store);
  const delivery = await onlyDelivery(store);
  const tries = (count: number) => set(store.tenant.id as TenantId, deliveryKey(delivery.id), { tries: count });
  await tries(11);
  await runDelivery(store, delivery);
  expect(store.receiver.received).toEqual([]);
  expect(await onlyDelivery(store)).toMatchObject({ state: 'failed', due: null });
});

test('keeps the latest 20 attempts', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const store = await aWebhookStore(500);
  await placeOne(store);
  const delivery = await onlyDelivery(store);
  const at = { time: new Date().toISOString(), status: 500, duration_ms: 1, answer: '' };
  const attempts = Array.from({ length: 20 }, (_, i) => ({ ...at, answer: String(i) }));
  await set(store.tenant.id as TenantId, deliveryKey(delivery.id), { attempts });
  await runDelivery(store, delivery);
  const answers = (await onlyDelivery(store)).attempts.map(({ answer }) => answer);
  expect(answers).toHaveLength(20);
  expect(answers.slice(0, 2)).toEqual(['1', '2']);
  jest.restoreAllMocks();
});

describe('Retry-After', () => {
  const now = new Date('2026-11-21T22:00:00Z');
  const secondsOf = (text: string) => ((nextDue(1, text, now) as Date).getTime() - now.getTime()) / 1000;

  test.each([
    ['60', 60],
    ['43200', 43_200],
    ['43201', 43_200],
    ['Sat, 21 Nov 2026 22:10:00 GMT', 600],
    ['Tue, 24 Nov 2026 22:10:00 GMT', 43_200],
  ])('is respected up to 12 hours: %s', (text, seconds) => {
    expect(secondsOf(text)).toBe(seconds);
  });

  test.each([
    '-60',
    '60s',
    '1e9',
    'Sat, 21 Nov 2026 23:10:00 GMT+0100',
    'Sat, 21 Nov 2026 20:00:00 GMT',
    'tomorrow',
    '2027-01-01',
  ])('is ignored if it is invalid or in the past: %s', (text) => {
    expect(secondsOf(text)).toBeLessThanOrEqual(5);
    expect(secondsOf(text)).toBeGreaterThanOrEqual(4);
  });
});

test('a release that runs out of time sends a message to continue', async () => {
  const store = await aWebhookStore();
  const [first, second] = [await placeOne(store), await placeOne(store)];
  expect(first).not.toBe(second);
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
  sent.length = 0;
  await withFaults([{ command: 'Query', fault: slow }], () => resumeDeliveries(store));
  const isOfSettings = (body: string) => body.includes(store.tenant.id) && body.includes('WEBHOOK#');
  expect(sent.filter(isOfSettings)).toHaveLength(1);
  await resumeDeliveries(store);
  expect((await deliveriesOf(store)).map(({ state }) => state)).toEqual(['pending', 'pending']);
});
