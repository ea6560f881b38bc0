import { expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { silenceLog } from '../../support/faultCells.ts';
import { failsAfterTheCommit } from '../../support/faultKinds.ts';
import { withFaults } from '../../support/injectFault.ts';
import { aWebhookStore, type WebhookStore } from '../../support/webhooks.ts';

silenceLog();

const testCall = async ({ key }: WebhookStore) =>
  (await call('testWebhook', { as: key, params: { name: 'confirm-order' } })).status;

test('of twelve test calls at once exactly ten run', async () => {
  const store = await aWebhookStore();
  const statuses = await Promise.all(Array.from({ length: 12 }, () => testCall(store)));
  expect(statuses.toSorted()).toEqual([...Array(10).fill(200), 429, 429]);
  expect(store.receiver.received).toHaveLength(10);
});

test('a test call counts once, even if the response of the database is lost', async () => {
  const store = await aWebhookStore();
  await testCall(store);
  for (let i = 0; i < 9; i++) {
    const lost = [{ command: 'UpdateItem', nth: 1, fault: failsAfterTheCommit }];
    const { result, injected } = await withFaults(lost, () => testCall(store));
    expect([result, injected]).toEqual([200, 1]);
  }
  expect(await testCall(store)).toBe(429);
});
