import { expect, test } from '@jest/globals';
import { fakeClocks } from '../../support/clocks.ts';
import { aWebhookStore, redeliverAll } from '../../support/webhooks.ts';

const clocks = fakeClocks();

test('a webhook can be redelivered in bulk ten times a minute', async () => {
  const store = await aWebhookStore();
  const statuses = async (count: number) => {
    const found: number[] = [];
    for (let i = 0; i < count; i++) found.push((await redeliverAll(store, { state: 'failed' })).status);
    return found;
  };
  expect(await statuses(11)).toEqual([...Array(10).fill(200), 429]);
  clocks.advance(45);
  expect(await redeliverAll(store, { state: 'failed' })).toMatchObject({
    code: 'rate_limited',
    headers: { 'retry-after': '15' },
    body: { description: expect.stringContaining('redelivered in bulk at most 10 times a minute') },
  });
  clocks.advance(15);
  expect(await statuses(1)).toEqual([200]);
});
