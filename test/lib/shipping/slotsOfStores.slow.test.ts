import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { aRatesStore, askRates, postAnswer } from '../../support/rates.ts';
import { until } from '../../support/receiver.ts';

/** A store whose receiver answers its first call at once, and waits before each later answer. */
async function aSlowStore(wait: () => Promise<unknown>) {
  const inFlight = { now: 0, most: 0 };
  const slow = async (_: unknown, outgoing: ServerResponse) => {
    inFlight.now += 1;
    inFlight.most = Math.max(inFlight.most, inFlight.now);
    // Also ends when the service gives up.
    outgoing.once('close', () => {
      inFlight.now -= 1;
    });
    await wait();
    return { body: { rates: [] } };
  };
  const store = await aRatesStore(postAnswer, slow);
  const ask = async (quantity: number): Promise<string> =>
    (await askRates(store, { lines: [{ sku: store.sku, quantity }] })).payload.source;
  const askMany = (count: number, from: number) => Array.from({ length: count }, (_, i) => ask(from + i));
  expect(await ask(1)).toBe('live');
  return { ask, askMany, inFlight };
}

test.each([700, 2500])(
  'after a quick answer, thirty requests of %i ms are at most five calls at once',
  async (milliseconds) => {
    const { askMany, inFlight } = await aSlowStore(() => sleep(milliseconds));
    const sources = await Promise.all(askMany(30, 2));
    expect(inFlight.most).toBeLessThanOrEqual(5);
    expect(new Set(sources)).toEqual(new Set(['live', 'none']));
  },
);

test('while five calls are in flight, cached answers still come from the cache, and others soon without rates', async () => {
  const released = Promise.withResolvers<void>();
  const { ask, askMany, inFlight } = await aSlowStore(() => released.promise);
  const live = askMany(5, 2);
  await until(() => inFlight.now === 5);
  expect(await Promise.all([ask(1), ask(7)])).toEqual(['cache', 'none']);
  released.resolve();
  expect(await Promise.all(live)).toEqual(Array(5).fill('live'));
  expect(await ask(7)).toBe('live');
});
