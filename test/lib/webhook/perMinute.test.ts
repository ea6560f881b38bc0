import { expect, test } from '@jest/globals';
import { aStore, type Store } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { silenceLog } from '../../support/faultCells.ts';
import { failsAfterTheCommit } from '../../support/faultKinds.ts';
import { interruptReads, withFaults } from '../../support/injectFault.ts';
import { times } from '../../support/orders.ts';
import { aWebhookStore, placeMany, runDelivery, webhookOf } from '../../support/webhooks.ts';

silenceLog();

const clocks = fakeClocks();
const send = ({ key }: Pick<Store, 'key'>, id = 'testWebhook') => {
  const body = id === 'redeliverAll' ? { state: 'failed' } : undefined;
  return call(id, { as: key, params: { name: 'confirm-order' }, body });
};
const statuses = async (store: Pick<Store, 'key'>, id: string, count = 11) => {
  const found: number[] = [];
  for (let i = 0; i < count; i++) found.push((await send(store, id)).status);
  return found;
};
const limit = [...Array(10).fill(200), 429];

test.each(['testWebhook', 'redeliverAll'])('%s is possible ten times a minute', async (id) => {
  const store = await aWebhookStore();
  expect(await statuses(store, id)).toEqual(limit);
  clocks.advance(45);
  const rejected = { status: 429, code: 'rate_limited', headers: { 'retry-after': '15' } };
  const description = expect.stringContaining('at most 10 times a minute');
  expect(await send(store, id)).toMatchObject({ ...rejected, body: { description } });
  clocks.advance(14.999);
  expect(await statuses(store, id, 1)).toEqual([429]);
  clocks.advance(0.001);
  expect(await statuses(store, id)).toEqual(limit);
});

test('a bulk redelivery counts before the webhook has a URL too', async () => {
  expect(await statuses(await aStore(), 'redeliverAll')).toEqual(limit);
});

test('of twelve test calls at once exactly ten run', async () => {
  const store = await aWebhookStore();
  const statuses = (await times(12, () => send(store))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...limit, 429]);
  expect(store.receiver.received).toHaveLength(10);
});

test('a test call counts once, even if the response of the database is lost', async () => {
  const store = await aWebhookStore();
  await send(store);
  for (let i = 0; i < 9; i++) {
    const lost = [{ command: 'UpdateItem', nth: 1, fault: failsAfterTheCommit }];
    const { result, injected } = await withFaults(lost, () => send(store));
    expect([result.status, injected]).toEqual([200, 1]);
  }
  expect((await send(store)).status).toBe(429);
});

test.each([
  ['the first test', 0],
  ['the first test of a minute', 60],
  ['a later test', 30],
])('a webhook can be tested by two requests at once: %s', async (_, seconds) => {
  const store = await aWebhookStore();
  if (seconds > 0) {
    await send(store);
    clocks.advance(seconds);
  }
  const before = store.receiver.received.length;
  const other = async () => expect((await send(store)).status).toBe(200);
  // The first read is of the webhook, the second of its recent tests.
  const nothing = async () => {};
  expect((await interruptReads(() => send(store), nothing, other)).status).toBe(200);
  expect(store.receiver.received).toHaveLength(before + 2);
});

test('a successful test does not change the health of a failing receiver without a back-off', async () => {
  const store = await aWebhookStore(500, 500, 500, 200);
  for (const delivery of await placeMany(store, 3)) await runDelivery(store, delivery);
  const { health } = await webhookOf(store);
  expect(health).toMatchObject({ state: 'failing', failures_in_a_row: 3 });
  expect((await send(store)).payload.test).toMatchObject({ ok: true });
  expect((await webhookOf(store)).health).toEqual(health);
});
