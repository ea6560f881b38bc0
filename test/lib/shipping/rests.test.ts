import { describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { heldClocks } from '../../support/clocks.ts';
import { metered } from '../../support/database.ts';
import { failsBefore } from '../../support/faultKinds.ts';
import { withFaults } from '../../support/injectFault.ts';
import { aRatedStore, askRates, asPost, name, post, posted, sourcesOf } from '../../support/rates.ts';
import { setUrl, webhookOf } from '../../support/webhooks.ts';

const clocks = heldClocks();

const [minute, hour] = [60, 3600];

/** Questions that differ, so that no cache answers them. */
const different = (sku: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => ({ lines: [{ sku, quantity: from + i }] }));

async function aStoreThatFails() {
  const store = await aRatedStore(500);
  await sourcesOf(store, ...different(store.sku, 5));
  return store;
}

test('an answer is taken from the cache for a quarter of an hour, and no longer', async () => {
  const store = await aRatedStore(posted, { body: { rates: [{ ...post, price: 5.9 }] } });
  expect(await sourcesOf(store, {})).toEqual(['live']);
  clocks.pass(15 * minute - 0.001);
  expect((await askRates(store)).payload).toMatchObject({ source: 'cache', rates: [asPost] });
  clocks.pass(0.001);
  expect((await askRates(store)).payload).toMatchObject({ source: 'live', rates: [{ price: 5.9 }] });
  expect((await askRates(store)).payload).toMatchObject({ source: 'cache', rates: [{ price: 5.9 }] });
});

test('when the receiver fails its last answer stands in, for a day', async () => {
  const store = await aRatedStore({ body: { rates: [post, { id: 'bad' }] } }, 500);
  const { payload } = await askRates(store);
  clocks.pass(15 * minute);
  expect((await askRates(store)).payload).toEqual({ ...payload, source: 'stale' });
  clocks.pass(24 * hour - 15 * minute - 0.001);
  expect((await askRates(store)).payload).toEqual({ ...payload, source: 'stale' });
  clocks.pass(0.001);
  expect((await askRates(store)).payload).toEqual({ rates: [], source: 'none', dropped: [] });
});

test('an empty answer stands in as well', async () => {
  const store = await aRatedStore({ body: { rates: [] } }, 500);
  await askRates(store);
  clocks.pass(hour);
  expect((await askRates(store)).payload).toEqual({ rates: [], source: 'stale', dropped: [] });
});

test('an answer of before the product was changed does not stand in', async () => {
  const store = await aRatedStore(posted, 500);
  await askRates(store);
  await call('updateProduct', { as: store.key, params: { sku: store.sku }, body: { weight: 101 } });
  clocks.pass(hour);
  expect(await sourcesOf(store, {})).toEqual(['none']);
});

describe('after five failures in a minute', () => {
  test('the receiver is left alone for 30 s', async () => {
    const store = await aStoreThatFails();
    clocks.pass(29.999);
    expect(await sourcesOf(store, {})).toEqual(['none']);
    expect(store.receiver.received).toHaveLength(5);
    expect((await webhookOf(store, name)).health.state).toBe('resting');
    clocks.pass(0.001);
    store.receiver.answers(posted);
    const answers = await Promise.all(different(store.sku, 4, 20).map((given) => askRates(store, given)));
    expect(answers.map(({ payload }) => payload.source)).toEqual(['live', 'live', 'live', 'live']);
    expect((await webhookOf(store, name)).health).toMatchObject({ state: 'ok', failures_in_a_row: 0 });
  });

  test('it takes five more to be left alone again, for 30 s, however often', async () => {
    const store = await aStoreThatFails();
    for (let rest = 1; rest <= 4; rest++) {
      clocks.pass(30);
      await sourcesOf(store, ...different(store.sku, 7, 10 * rest));
      expect(store.receiver.received).toHaveLength(5 + 5 * rest);
    }
  });

  test('more that fail at once count no further: after the rest it takes five again', async () => {
    const store = await aRatedStore(500);
    await Promise.all(different(store.sku, 10).map((given) => askRates(store, given)));
    const stateOf = async () => (await webhookOf(store, name)).health.state;
    expect(await stateOf()).toBe('resting');
    clocks.pass(30);
    await sourcesOf(store, ...different(store.sku, 4, 20));
    expect(await stateOf()).toBe('failing');
    await sourcesOf(store, ...different(store.sku, 1, 30));
    expect(await stateOf()).toBe('resting');
  });

  test('old answers stand in meanwhile', async () => {
    const store = await aRatedStore(posted, 500);
    await askRates(store);
    clocks.pass(15 * minute);
    await sourcesOf(store, ...different(store.sku, 5, 10));
    const calls = store.receiver.received.length;
    expect(await sourcesOf(store, {})).toEqual(['stale']);
    expect(store.receiver.received).toHaveLength(calls);
  });

  test('another URL is tried at once', async () => {
    const store = await aStoreThatFails();
    store.receiver.answers(posted);
    await setUrl(store, `${store.receiver.url}/2`, name);
    expect(await sourcesOf(store, {})).toEqual(['live']);
  });
});

test('five failures in more than a minute are no reason', async () => {
  const store = await aRatedStore(500);
  for (const given of different(store.sku, 10)) {
    await askRates(store, given);
    clocks.pass(15);
  }
  expect(store.receiver.received).toHaveLength(10);
});

describe('in its budget of database calls', () => {
  test('a question takes two, one that is known or that nobody can answer takes one', async () => {
    const store = await aRatedStore(posted);
    // That all is well is written down once a minute besides.
    expect((await metered(() => askRates(store))).sent).toHaveLength(3);
    const [again] = different(store.sku, 1, 7);
    const live = await metered(() => askRates(store, again));
    expect([live.result.payload.source, live.calls]).toEqual(['live', 2]);
    const cached = await metered(() => askRates(store, again));
    expect([cached.result.payload.source, cached.calls]).toEqual(['cache', 1]);
    await setUrl(store, null, name);
    expect((await metered(() => askRates(store))).calls).toBe(1);
  });

  test('a receiver at rest costs no more than the look', async () => {
    const store = await aStoreThatFails();
    expect((await metered(() => askRates(store))).calls).toBe(1);
  });
});

test('rates that cannot be remembered are answered all the same', async () => {
  const store = await aRatedStore(posted);
  const plan = { command: 'PutItem', lasting: true, fault: failsBefore };
  const { result, injected } = await withFaults([plan], () => askRates(store));
  expect([result.payload.source, injected > 0]).toEqual(['live', true]);
});
