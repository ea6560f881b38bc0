import { describe, expect, test } from '@jest/globals';
import { fakeClocks } from '../../support/clocks.ts';
import { metered } from '../../support/database.ts';
import { aRatesStore, askRates, name, post, postAnswer, postRate, sourcesOf } from '../../support/rates.ts';
import { webhookOf } from '../../support/webhooks.ts';

const clocks = fakeClocks();

const [minute, hour] = [60, 3600];

/** Requests that differ, so that none is answered from the cache. */
const different = (sku: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => ({ lines: [{ sku, quantity: from + i }] }));

async function aRestingStore() {
  const store = await aRatesStore(500);
  await sourcesOf(store, ...different(store.sku, 5));
  return store;
}

test('rates are cached for 15 minutes', async () => {
  const store = await aRatesStore(postAnswer, { body: { rates: [{ ...post, price: 5.9 }] } });
  expect(await sourcesOf(store, {})).toEqual(['live']);
  clocks.advance(15 * minute - 0.001);
  expect((await askRates(store)).payload).toMatchObject({ source: 'cache', rates: [postRate] });
  clocks.advance(0.001);
  expect((await askRates(store)).payload).toMatchObject({ source: 'live', rates: [{ price: 5.9 }] });
  expect((await askRates(store)).payload).toMatchObject({ source: 'cache', rates: [{ price: 5.9 }] });
});

test('if the receiver fails, its last rates are used for a day', async () => {
  const store = await aRatesStore({ body: { rates: [post, { id: 'bad' }] } }, 500);
  const { payload } = await askRates(store);
  clocks.advance(15 * minute);
  expect((await askRates(store)).payload).toEqual({ ...payload, source: 'stale' });
  clocks.advance(24 * hour - 15 * minute - 0.001);
  expect((await askRates(store)).payload).toEqual({ ...payload, source: 'stale' });
  clocks.advance(0.001);
  expect((await askRates(store)).payload).toEqual({ rates: [], source: 'none', dropped: [] });
});

test('an empty list of rates is used too if the receiver fails', async () => {
  const store = await aRatesStore({ body: { rates: [] } }, 500);
  await askRates(store);
  clocks.advance(hour);
  expect((await askRates(store)).payload).toEqual({ rates: [], source: 'stale', dropped: [] });
});

describe('after five failures in a minute', () => {
  test('the receiver is not called for 30 s', async () => {
    const store = await aRestingStore();
    clocks.advance(29.999);
    expect(await sourcesOf(store, {})).toEqual(['none']);
    expect(store.receiver.received).toHaveLength(5);
    expect((await webhookOf(store, name)).health.state).toBe('resting');
    clocks.advance(0.001);
    store.receiver.answers(postAnswer);
    const answers = await Promise.all(different(store.sku, 4, 20).map((given) => askRates(store, given)));
    expect(answers.map(({ payload }) => payload.source)).toEqual(['live', 'live', 'live', 'live']);
    expect((await webhookOf(store, name)).health).toMatchObject({ state: 'ok', failures_in_a_row: 0 });
  });

  test('old rates are used during the back-off', async () => {
    const store = await aRatesStore(postAnswer, 500);
    await askRates(store);
    clocks.advance(15 * minute);
    await sourcesOf(store, ...different(store.sku, 5, 10));
    const calls = store.receiver.received.length;
    expect(await sourcesOf(store, {})).toEqual(['stale']);
    expect(store.receiver.received).toHaveLength(calls);
  });
});

test('a back-off costs one database call', async () => {
  const store = await aRestingStore();
  expect((await metered(() => askRates(store))).calls).toBe(1);
});
