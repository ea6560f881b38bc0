import { describe, expect, test } from '@jest/globals';
import { call } from '../support/call.ts';
import { heldClocks } from '../support/clocks.ts';
import { type Cell, cellsOf, failuresIn, quietly, sampled } from '../support/faultCells.ts';
import { failsBefore, faultKinds } from '../support/faultKinds.ts';
import { type FaultPlan, withFaults } from '../support/injectFault.ts';
import { read } from '../support/orders.ts';
import type { Answering } from '../support/receiver.ts';
import { aHookedStore, type HookedStore, placed, setUrl, theDelivery, work } from '../support/webhooks.ts';

const clocks = heldClocks();

quietly();

async function owing(...answers: Answering[]) {
  const store = await aHookedStore(...answers);
  const number = await placed(store);
  return { store, number };
}

/** Delivers with these faults, which may kill it. */
async function deliver(store: HookedStore, ...plans: FaultPlan[]) {
  const delivery = await theDelivery(store);
  return withFaults(plans, () => work(store, delivery).catch(() => 'died'));
}

/** Delivers once a minute until it is done, as the sweep does. */
async function carryOn(store: HookedStore) {
  for (let minute = 0; minute < 20 && (await theDelivery(store)).state !== 'delivered'; minute++) {
    clocks.pass(61);
    await deliver(store);
  }
}

const ways: Record<string, { answers: Answering[]; calls: number }> = {
  'that is answered': { answers: [{ body: { authorized: true } }], calls: 1 },
  'that fails at first': { answers: [500, { body: { authorized: true } }], calls: 2 },
};

describe.each(Object.entries(ways))('a delivery %s', (way, { answers, calls }) => {
  async function mustArriveOnce(cell: Cell) {
    const { store, number } = await owing(...answers);
    const { injected } = await deliver(store, cell);
    await carryOn(store);
    expect(injected).toBeGreaterThan(0);
    expect(await theDelivery(store)).toMatchObject({ state: 'delivered', due: null });
    expect(store.receiver.events().size).toBe(1);
    // Whatever fails: at most one call too many, and one effect.
    expect(store.receiver.received.length).toBeGreaterThanOrEqual(calls);
    expect(store.receiver.received.length).toBeLessThanOrEqual(calls + 1);
    expect(await read(store, number)).toMatchObject({ authorized: true, version: 2 });
  }

  test.each(Object.entries(faultKinds))('arrives, and has one effect, where a call of the database %s', async (kind, fault) => {
    const { store } = await owing(...answers);
    const cells = cellsOf((await deliver(store)).calls, { [kind]: fault });
    expect(cells.length).toBeGreaterThan(4);
    // One after another: they share the clocks.
    expect(await failuresIn(sampled(cells, way), mustArriveOnce, { inTurn: true })).toEqual([]);
  });
});

test('who dies in the last attempt has not spoken the last word', async () => {
  const { store } = await owing(...Array<number>(9).fill(500), 200);
  for (let attempt = 1; attempt < 10; attempt++) {
    await deliver(store);
    const { due } = await theDelivery(store);
    clocks.pass((Date.parse(due as string) - Date.now()) / 1000);
  }
  expect(store.receiver.received).toHaveLength(9);
  await deliver(store, { command: 'GetItem', lasting: true, fault: failsBefore });
  expect(store.receiver.received).toHaveLength(9);
  clocks.pass(60);
  await deliver(store);
  expect(await theDelivery(store)).toMatchObject({ state: 'delivered' });
});

test('ten who are rung for at once call once', async () => {
  const { store } = await owing(200);
  const delivery = await theDelivery(store);
  await Promise.all(Array.from({ length: 10 }, () => work(store, delivery)));
  expect(store.receiver.received).toHaveLength(1);
  expect(await theDelivery(store)).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] });
});

test('a redelivery asked for while an attempt is under way is one more call, under the same id', async () => {
  const { store } = await owing(200);
  const { id } = await theDelivery(store);
  store.receiver.answers(async () => {
    clocks.pass(1);
    await call('redeliver', { as: store.key, params: { name: 'confirm-order', id } });
    return 200;
  }, 200);
  await deliver(store);
  expect((await theDelivery(store)).state).toBe('pending');
  await deliver(store);
  expect(await theDelivery(store)).toMatchObject({ state: 'delivered' });
  expect([store.receiver.received.length, store.receiver.events().size]).toEqual([2, 1]);
});

test('an event whose URL is removed while it is under way has arrived', async () => {
  const { store } = await owing(200);
  store.receiver.answers(async () => {
    await setUrl(store, null);
    return 200;
  });
  await deliver(store);
  expect(await theDelivery(store)).toMatchObject({ state: 'delivered' });
});
