import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Store } from '../support/actors.ts';
import { aRatesStore, askRates, name, post, postAnswer, postRate } from '../support/rates.ts';
import { closes, type Receiver, type ReceiverAnswer } from '../support/receiver.ts';
import { setUrl } from '../support/webhooks.ts';

let store: Store & { sku: string; receiver: Receiver };
let count = 1;

beforeAll(async () => {
  store = await aRatesStore(postAnswer);
});

/** Sets a new URL for each request, so that neither the cache nor earlier failures matter. */
async function ratesFrom(answering: ReceiverAnswer, given: object = {}) {
  store.receiver.answers(answering);
  await setUrl(store, `${store.receiver.url}/${++count}`, name);
  return (await askRates(store, given)).payload;
}

describe('drops an invalid rate and gives the reason:', () => {
  test.each<[string, unknown, string, RegExp]>([
    ['without an id', { name: 'X', price: 1 }, 'rates[0]', /^id: /],
    ['with an empty id', { ...post, id: '' }, 'rates[0]', /^id: /],
    ['with a number for an id', { ...post, id: 7 }, 'rates[0]', /^id: /],
    ['without a name', { id: 'x', price: 1 }, 'x', /^name: /],
    ['with a long name', { ...post, name: 'x'.repeat(201) }, 'post', /^name: /],
    ['without a price', { id: 'x', name: 'X' }, 'x', /^price: /],
    ['with a string for a price', { ...post, price: '4.90' }, 'post', /^price: /],
    ['with a negative price', { ...post, price: -1 }, 'post', /^price: must not be negative$/],
    ['with a price beyond the limit', { ...post, price: 1e13 }, 'post', /^price: /],
    [
      'with more decimals than its currency allows',
      { ...post, price: 4.905 },
      'post',
      /^price: must have at most 2 decimal places in EUR$/,
    ],
    ['in another currency', { ...post, currency: 'USD' }, 'post', /^currency: must be EUR$/],
    ['in a lowercase currency', { ...post, currency: 'eur' }, 'post', /^currency: must be EUR$/],
    ['with a fraction of a day', { ...post, min_days: 0.5 }, 'post', /^min_days: /],
    ['with days below zero', { ...post, max_days: -1 }, 'post', /^max_days: /],
    [
      'with more min_days than max_days',
      { ...post, min_days: 3, max_days: 2 },
      'post',
      /^min_days: must not be more than max_days$/,
    ],
    ['with an object for a description', { ...post, description: { en: 'x' } }, 'post', /^description: /],
    ['that is null', null, 'rates[0]', /^rate: /],
    ['that is a string', 'post', 'rates[0]', /^rate: /],
    ['that is a list', [post], 'rates[0]', /^(id|rate): /],
    ['with several errors', { id: 'x', price: -1, currency: 5 }, 'x', /^name: .+; price: .+; currency: /],
  ])('a rate %s', async (_, rate, named, reason) => {
    const good = { id: 'good', name: 'Good', price: 1 };
    const { rates, source, dropped } = await ratesFrom({ body: { rates: [rate, good] } });
    expect(rates).toEqual([{ ...postRate, ...good }]);
    expect(source).toBe('live');
    expect(dropped).toEqual([{ rate: named, reason: expect.stringMatching(reason) }]);
  });

  test('a rate with a duplicate id', async () => {
    const { rates, dropped } = await ratesFrom({ body: { rates: [post, { ...post, price: 1 }] } });
    expect({ rates, dropped }).toEqual({
      rates: [postRate],
      dropped: [{ rate: 'post', reason: 'id: is already used by another rate' }],
    });
  });

  test('every rate of a response', async () => {
    expect(await ratesFrom({ body: { rates: [{ id: 'x' }] } })).toMatchObject({
      rates: [],
      source: 'live',
      dropped: [{ rate: 'x' }],
    });
  });

  test('rates beyond the first hundred', async () => {
    const many = Array.from({ length: 150 }, (_, i) => ({ ...post, id: `post-${i}` }));
    const { rates, dropped } = await ratesFrom({ body: { rates: many } });
    expect(rates).toHaveLength(100);
    expect(dropped).toEqual([{ rate: 'rates[100]', reason: 'the limit is 100 rates' }]);
  });

  test('as many rates as 64 KB can hold', async () => {
    const { rates, source, dropped } = await ratesFrom({ body: { rates: Array(30_000).fill(0) } });
    expect({ rates, source, dropped: dropped.length }).toEqual({ rates: [], source: 'live', dropped: 101 });
  });
});

test('optional fields default to null, and unknown fields are left out', async () => {
  const { rates } = await ratesFrom({
    body: { rates: [{ ...post, currency: null, description: null, color: 'red' }], page: 1 },
  });
  expect(rates).toEqual([postRate]);
});

test('accepts a price of 0, and three decimals if the currency has them', async () => {
  const given = { currency: 'KWD', lines: [{ sku: store.sku, quantity: 1, price: 1.005 }] };
  const { rates } = await ratesFrom(
    {
      body: {
        rates: [
          { ...post, price: 0.125 },
          { ...post, id: 'free', price: 0 },
        ],
      },
    },
    given,
  );
  expect(rates).toMatchObject([
    { price: 0.125, currency: 'KWD' },
    { price: 0, currency: 'KWD' },
  ]);
});

describe('treats an invalid response as a failure and returns no rates:', () => {
  test.each<[string, ReceiverAnswer]>([
    ['500', { status: 500, body: { rates: [post] } }],
    ['404', { status: 404, body: { rates: [post] } }],
    ['a redirect', { status: 301, headers: { Location: 'http://127.0.0.1:1/' }, body: { rates: [post] } }],
    ['a closed connection', closes],
    ['an empty body', { body: '' }],
    ['XML', { body: '<rates/>' }],
    ['null', { body: 'null' }],
    ['a list', { body: [post] }],
    ['rates that are not a list', { body: { rates: { post } } }],
    ['more than 64 KB', { body: { rates: [post], padding: 'x'.repeat(70_000) } }],
  ])('%s', async (_, answering) => {
    expect(await ratesFrom(answering)).toEqual({ rates: [], source: 'none', dropped: [] });
  });
});
