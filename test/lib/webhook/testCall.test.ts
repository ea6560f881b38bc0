import { describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { conflicts } from '../../support/faultKinds.ts';
import { interruptReads, withFaults } from '../../support/injectFault.ts';
import { aWebhookStore, placeMany, runDelivery, type WebhookStore, webhookOf } from '../../support/webhooks.ts';

const clocks = fakeClocks();
const testOf = ({ key }: WebhookStore) => call('testWebhook', { as: key, params: { name: 'confirm-order' } });

async function statusesOf(store: WebhookStore, count: number) {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await testOf(store)).status);
  return statuses;
}

describe('a webhook', () => {
  test('can be tested ten times a minute', async () => {
    const store = await aWebhookStore();
    expect(await statusesOf(store, 11)).toEqual([...Array(10).fill(200), 429]);
    expect(store.receiver.received).toHaveLength(10);
    clocks.advance(45);
    const answer = await testOf(store);
    expect(answer).toMatchObject({ status: 429, code: 'rate_limited', headers: { 'retry-after': '15' } });
    clocks.advance(14.999);
    expect(await statusesOf(store, 1)).toEqual([429]);
    clocks.advance(0.001);
    expect(await statusesOf(store, 11)).toEqual([...Array(10).fill(200), 429]);
  });

  test.each([
    ['the first test', 0],
    ['the first test of a minute', 60],
    ['a later test', 30],
  ])('can be tested by two requests at once: %s', async (_, seconds) => {
    const store = await aWebhookStore();
    if (seconds > 0) {
      await testOf(store);
      clocks.advance(seconds);
    }
    // The key is cached now, so the next reads are the webhook's and that of its recent tests.
    await webhookOf(store);
    const before = store.receiver.received.length;
    const other = async () => expect((await testOf(store)).status).toBe(200);
    const nothing = async () => {};
    expect((await interruptReads(() => testOf(store), nothing, nothing, other)).status).toBe(200);
    expect(store.receiver.received).toHaveLength(before + 2);
  });
});

test('a successful test does not change the health of a failing receiver without a back-off', async () => {
  const store = await aWebhookStore(500, 500, 500, 200);
  for (const delivery of await placeMany(store, 3)) await runDelivery(store, delivery);
  const { health } = await webhookOf(store);
  expect(health).toMatchObject({ state: 'failing', failures_in_a_row: 3 });
  expect((await testOf(store)).payload.test).toMatchObject({ ok: true });
  expect((await webhookOf(store)).health).toEqual(health);
});

test('a conflict with another write does not fail a test', async () => {
  const store = await aWebhookStore();
  const { result, injected } = await withFaults([{ command: 'UpdateItem', fault: conflicts }], () => testOf(store));
  expect([result.status, injected]).toEqual([200, 1]);
});
