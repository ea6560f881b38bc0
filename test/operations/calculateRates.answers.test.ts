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

test('drops an invalid rate and gives the reason', async () => {
  const wrong = { ...post, price: 4.905 };
  const good = { id: 'good', name: 'Good', price: 0 };
  expect(await ratesFrom({ body: { rates: [wrong, good] } })).toEqual({
    rates: [{ ...postRate, ...good }],
    source: 'live',
    dropped: [{ rate: 'post', reason: 'price: must have at most 2 decimal places in EUR' }],
  });
});

test('accepts three decimals if the currency has them', async () => {
  const given = { currency: 'KWD', lines: [{ sku: store.sku, quantity: 1, price: 1.005 }] };
  const { rates } = await ratesFrom({ body: { rates: [{ ...post, price: 0.125 }] } }, given);
  expect(rates).toMatchObject([{ price: 0.125, currency: 'KWD' }]);
});

describe('treats an invalid response as a failure and returns no rates:', () => {
  test.each<[string, ReceiverAnswer]>([
    ['500', { status: 500, body: { rates: [post] } }],
    ['a redirect', { status: 301, headers: { Location: 'http://127.0.0.1:1/' }, body: { rates: [post] } }],
    ['a closed connection', closes],
    ['an empty body', { body: '' }],
    ['more than 64 KB', { body: { rates: [post], padding: 'x'.repeat(70_000) } }],
  ])('%s', async (_, answering) => {
    expect(await ratesFrom(answering)).toEqual({ rates: [], source: 'none', dropped: [] });
  });
});
