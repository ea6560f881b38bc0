import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { call } from '../support/call.ts';
import { heldClocks } from '../support/clocks.ts';
import { befalling } from '../support/faultKinds.ts';
import * as faults from '../support/injectFault.ts';
import { type Plan, suffering } from '../support/injectFault.ts';
import { read } from '../support/orders.ts';
import type { Answering } from '../support/receiver.ts';
import { aHookedStore, type HookedStore, placed, setUrl, theDelivery, work } from '../support/webhooks.ts';

const clocks = heldClocks();

beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(() => {
  jest.restoreAllMocks();
});

async function owing(...answers: Answering[]) {
  const store = await aHookedStore(...answers);
  const number = await placed(store);
  return { store, number };
}

/** Delivers while these faults befall it; it may die of them. */
async function deliver(store: HookedStore, ...plans: Plan[]) {
  const delivery = await theDelivery(store);
  return suffering(plans, () => work(store, delivery).catch(() => 'died'));
}

/** Rings again and again, as the sweep does, until all is done. */
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

describe.each(Object.entries(ways))('a delivery %s', (_, { answers, calls }) => {
  async function placesOf() {
    const { store } = await owing(...answers);
    return (await deliver(store)).calls;
  }

  async function cell(plan: Plan) {
    const { store, number } = await owing(...answers);
    const { struck } = await deliver(store, plan);
    await carryOn(store);
    expect(struck).toBeGreaterThan(0);
    expect(await theDelivery(store)).toMatchObject({ state: 'delivered', due: null });
    expect(store.receiver.events().size).toBe(1);
    // Whatever befell: no more than one call too many, and one effect.
    expect(store.receiver.received.length).toBeGreaterThanOrEqual(calls);
    expect(store.receiver.received.length).toBeLessThanOrEqual(calls + 1);
    expect(await read(store, number)).toMatchObject({ authorized: true, version: 2 });
  }

  test.each(Object.entries(befalling))(
    'arrives, and has one effect, where a call of the database %s',
    async (what, fault) => {
      const places = (await placesOf()).filter(({ command }) => !what.startsWith('conflicts') || !/Get/.test(command));
      const failures: string[] = [];
      for (const place of places) {
        for (const lasting of [false, true]) {
          await cell({ ...place, lasting, fault }).catch(({ message }: Error) =>
            failures.push(`${place.command} ${place.nth}${lasting ? ', lasting' : ''}: ${message}`),
          );
        }
      }
      expect(places.length).toBeGreaterThan(2);
      expect(failures).toEqual([]);
    },
    60_000,
  );
});

test('who dies in the last attempt has not spoken the last word', async () => {
  const { store } = await owing(...Array<number>(9).fill(500), 200);
  for (let attempt = 1; attempt < 10; attempt++) {
    await deliver(store);
    const { due } = await theDelivery(store);
    clocks.pass((Date.parse(due as string) - Date.now()) / 1000);
  }
  expect(store.receiver.received).toHaveLength(9);
  await deliver(store, { command: 'GetItem', lasting: true, fault: faults.failsBefore });
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
