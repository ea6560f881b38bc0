import { describe, expect, test } from '@jest/globals';
import { call } from '../support/call.ts';
import { fakeClocks } from '../support/clocks.ts';
import { type Cell, cellsOf, failuresIn, silenceLog } from '../support/faultCells.ts';
import { failsBefore, faultKinds } from '../support/faultKinds.ts';
import { type FaultPlan, withFaults } from '../support/injectFault.ts';
import { read } from '../support/orders.ts';
import type { ReceiverAnswer } from '../support/receiver.ts';
import { aDelivery, onlyDelivery, runDelivery, setUrl, type WebhookStore, webhookOf } from '../support/webhooks.ts';

const clocks = fakeClocks();

silenceLog();

/** Delivers with these faults injected. It may crash. */
async function deliver(store: WebhookStore, ...plans: FaultPlan[]) {
  const delivery = await onlyDelivery(store);
  return withFaults(plans, () => runDelivery(store, delivery).catch(() => 'died'));
}

/** Delivers once a minute until it succeeds, as the sweep does. */
async function deliverUntilDone(store: WebhookStore) {
  for (let minute = 0; minute < 20 && (await onlyDelivery(store)).state !== 'delivered'; minute++) {
    clocks.advance(61);
    await deliver(store);
  }
}

const scenarios: Record<string, { answers: ReceiverAnswer[]; calls: number }> = {
  'that succeeds': { answers: [{ body: { authorized: true } }], calls: 1 },
  'that succeeds on the second attempt': { answers: [500, { body: { authorized: true } }], calls: 2 },
};

describe.each(Object.entries(scenarios))('a delivery %s', (_, { answers, calls }) => {
  async function mustArriveOnce(cell: Cell) {
    const { store, number } = await aDelivery(...answers);
    const { injected } = await deliver(store, cell);
    await deliverUntilDone(store);
    expect(injected).toBeGreaterThan(0);
    expect(await onlyDelivery(store)).toMatchObject({ state: 'delivered', due: null });
    expect(store.receiver.events().size).toBe(1);
    // Whatever fails, the receiver is called at most one time too many, and there is one effect.
    expect(store.receiver.received.length).toBeGreaterThanOrEqual(calls);
    expect(store.receiver.received.length).toBeLessThanOrEqual(calls + 1);
    expect(await read(store, number)).toMatchObject({ authorized: true, version: 2 });
  }

  test.each(Object.entries(faultKinds))('arrives and has one effect if a database call %s', async (kind, fault) => {
    const { store } = await aDelivery(...answers);
    const cells = cellsOf((await deliver(store)).calls, { [kind]: fault });
    expect(cells.length).toBeGreaterThan(4);
    // One at a time, because they share the clocks.
    expect(await failuresIn(cells, mustArriveOnce, { atOnce: 1 })).toEqual([]);
  });
});

test('a crash during the last attempt does not end the delivery', async () => {
  const { store } = await aDelivery(...Array<number>(9).fill(500), 200);
  for (let attempt = 1; attempt < 10; attempt++) {
    await deliver(store);
    const { due } = await onlyDelivery(store);
    clocks.advance((Date.parse(due as string) - Date.now()) / 1000);
  }
  expect(store.receiver.received).toHaveLength(9);
  await deliver(store, { command: 'GetItem', lasting: true, fault: failsBefore });
  expect(store.receiver.received).toHaveLength(9);
  clocks.advance(60);
  await deliver(store);
  expect(await onlyDelivery(store)).toMatchObject({ state: 'delivered' });
});

test('a delivery that got a 410 is not recorded before its webhook is paused', async () => {
  const { store } = await aDelivery(410);
  const { injected } = await deliver(store, { command: 'UpdateItem', nth: 2, lasting: true, fault: failsBefore });
  expect(injected).toBeGreaterThan(0);
  expect(await onlyDelivery(store)).toMatchObject({ state: 'pending', attempts: [] });
  clocks.advance(61);
  await deliver(store);
  expect(store.receiver.received).toHaveLength(2);
  expect(await webhookOf(store)).toMatchObject({ health: { state: 'paused' } });
});

test('ten concurrent workers call the receiver once', async () => {
  const { store, delivery } = await aDelivery(200);
  await Promise.all(Array.from({ length: 10 }, () => runDelivery(store, delivery)));
  expect(store.receiver.received).toHaveLength(1);
  expect(await onlyDelivery(store)).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] });
});

test('a redelivery requested during an attempt makes one more call with the same id', async () => {
  const { store, delivery } = await aDelivery(200);
  store.receiver.answers(async () => {
    clocks.advance(1);
    await call('redeliver', { as: store.key, params: { name: 'confirm-order', id: delivery.id } });
    return 200;
  }, 200);
  await deliver(store);
  expect((await onlyDelivery(store)).state).toBe('pending');
  await deliver(store);
  expect(await onlyDelivery(store)).toMatchObject({ state: 'delivered' });
  expect([store.receiver.received.length, store.receiver.events().size]).toEqual([2, 1]);
});

test('an attempt succeeds even if the URL is removed while it runs', async () => {
  const { store } = await aDelivery(200);
  store.receiver.answers(async () => {
    await setUrl(store, null);
    return 200;
  });
  await deliver(store);
  expect(await onlyDelivery(store)).toMatchObject({ state: 'delivered' });
});
