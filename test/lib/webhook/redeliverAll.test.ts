import { expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { silenceLog } from '../../support/faultCells.ts';
import { failsAfterTheCommit, failsBefore } from '../../support/faultKinds.ts';
import { afterReply, type Fault, withFaults } from '../../support/injectFault.ts';
import {
  aRestingStore,
  aStoreWithFailed,
  idsIn,
  redeliverAll,
  runDelivery,
  setUrl,
  setUrlAndResume,
} from '../../support/webhooks.ts';

const clocks = fakeClocks();

silenceLog();

test('deliveries that failed after waiting for 75 hours are restarted, and wait up to 75 more', async () => {
  const { store, spare } = await aRestingStore(2);
  for (const delivery of spare) await runDelivery(store, delivery);
  await setUrl(store, null);
  clocks.advance(75 * 3600);
  expect((await redeliverAll(store, { state: 'waiting' })).payload.queued).toBe(0);
  expect((await redeliverAll(store, { state: 'failed' })).payload.queued).toBe(2);
  for (const delivery of spare) await runDelivery(store, delivery);
  clocks.advance(74 * 3600);
  expect((await redeliverAll(store, { state: 'waiting' })).payload.queued).toBe(2);
  await setUrlAndResume(store);
  const before = store.receiver.received.length;
  for (const delivery of spare) await runDelivery(store, delivery);
  expect(store.receiver.received).toHaveLength(before + 2);
});

test('deliveries that are no longer kept are not restarted, even if they are still stored', async () => {
  const store = await aStoreWithFailed(1);
  clocks.advance(30 * 24 * 3600 + 1);
  expect((await redeliverAll(store, { state: 'failed' })).payload.queued).toBe(0);
});

test('a delivery that is redelivered in the meantime is not restarted again', async () => {
  const store = await aStoreWithFailed(1);
  const [id] = (await idsIn(store, 'failed')) as [string];
  const race = afterReply(async () => {
    await call('redeliver', { as: store.key, params: { name: 'confirm-order', id } });
    await runDelivery(store, { id });
  });
  clocks.advance(1);
  const { result } = await withFaults([{ command: 'Query', fault: race }], () => redeliverAll(store, { state: 'failed' }));
  expect(result.payload.queued).toBe(0);
  expect(await idsIn(store, 'delivered')).toContain(id);
});

test('a delivery is counted if only the response of its write was lost', async () => {
  const store = await aStoreWithFailed(2);
  const lost = { command: 'UpdateItem', nth: 2, fault: failsAfterTheCommit };
  const { result, injected } = await withFaults([lost], () => redeliverAll(store, { state: 'failed' }));
  expect([injected, result.payload.queued]).toEqual([1, 2]);
});

test('a repeated request completes one that crashed between two batches', async () => {
  const store = await aStoreWithFailed(60);
  let writes = 0;
  const fault: Fault = (attempt) => (++writes > 26 ? failsBefore(attempt) : attempt.forward());
  const dying = { command: 'UpdateItem', nth: 'every' as const, lasting: true, fault };
  const { result } = await withFaults([dying], () => redeliverAll(store, { state: 'failed' }));
  expect([result.status, (await idsIn(store, 'failed')).length]).toEqual([503, 35]);
  expect((await redeliverAll(store, { state: 'failed' })).payload.queued).toBe(35);
  expect(await idsIn(store, 'failed')).toEqual([]);
});
