import { expect, test } from '@jest/globals';
import { ratesIn } from '../../../lib/shipping/ratesResponse.ts';

const post = { id: 'post', name: 'Post', price: 4.9 };
const answerOf = (...rates: unknown[]) => ratesIn(JSON.stringify({ rates }), 'EUR');

test.each(['', 'null', '5', '[]', '{}', '{"rates":null}', '{"rates":{}}', '{"rates":[}'])('%j has no list of rates', (text) => {
  expect(ratesIn(text, 'EUR')).toBeUndefined();
});

test('a rate gets the currency of the request, and null for what it leaves out', () => {
  const whole = { ...post, currency: 'EUR', description: null, min_days: null, max_days: null };
  expect(answerOf(post)).toEqual({ rates: [whole], dropped: [] });
  const sent = { ...whole, id: 'dhl', description: 'Fast', min_days: 1, max_days: 1 };
  expect(answerOf(sent)).toEqual({ rates: [sent], dropped: [] });
});

test.each<[unknown, string, string]>([
  [null, 'rates[0]', 'rate: is missing or malformed'],
  [5, 'rates[0]', 'rate: is missing or malformed'],
  [{}, 'rates[0]', 'id: is missing or malformed; name: is missing or malformed; price: is missing or malformed'],
  [{ ...post, id: '' }, 'rates[0]', 'id: must not be blank'],
  [{ ...post, name: ' ' }, 'post', 'name: must not be blank'],
  [{ ...post, name: 'Express\n1 day' }, 'post', 'name: must not contain control characters or invalid Unicode'],
  [{ ...post, id: '\ud800\n' }, '\ufffd\ufffd', 'id: must not contain control characters or invalid Unicode'],
  [{ ...post, name: 'x'.repeat(201) }, 'post', 'name: must have at most 200 characters'],
  [{ ...post, price: -1 }, 'post', 'price: must not be negative'],
  [{ ...post, price: 1.001 }, 'post', 'price: must have at most 2 decimal places in EUR'],
  [{ ...post, currency: 'USD' }, 'post', 'currency: must be EUR'],
  [{ ...post, min_days: 3, max_days: 2 }, 'post', 'min_days: must not be more than max_days'],
  [{ ...post, min_days: 1001, max_days: 1001 }, 'post', 'min_days: is missing or malformed; max_days: is missing or malformed'],
  [{ ...post, min_days: -1 }, 'post', 'min_days: is missing or malformed'],
  [{ ...post, max_days: 1.5 }, 'post', 'max_days: is missing or malformed'],
  [{ ...post, description: 'x'.repeat(2001) }, 'post', 'description: must have at most 2000 characters'],
  [{ ...post, id: `${'x'.repeat(199)}😀😀` }, `${'x'.repeat(199)}\ufffd`, 'id: must have at most 200 characters'],
])('drops %j and says why', (rate, name, reason) => {
  expect(answerOf(rate)).toEqual({ rates: [], dropped: [{ rate: name, reason }] });
});

test.each([
  { min_days: 0, max_days: 0 },
  { min_days: 1000 },
  { max_days: 0 },
  { min_days: 2, max_days: 2 },
  { id: 'x'.repeat(200), name: 'y'.repeat(200), description: 'x'.repeat(2000) },
])('accepts %j', (given) => {
  expect(answerOf({ ...post, ...given })?.dropped).toEqual([]);
});

test('accepts three decimals if the currency has them', () => {
  const text = JSON.stringify({ rates: [{ ...post, price: 0.125 }] });
  expect(ratesIn(text, 'KWD')).toMatchObject({ rates: [{ price: 0.125, currency: 'KWD' }], dropped: [] });
});

test('drops a rate whose ID another one has', () => {
  const { rates, dropped } = answerOf(post, { ...post, name: 'Other' }) ?? {};
  expect(rates).toMatchObject([{ name: 'Post' }]);
  expect(dropped).toEqual([{ rate: 'post', reason: 'id: is already used by another rate' }]);
});

test('reads at most 100 rates', () => {
  const many = (count: number) => answerOf(...Array.from({ length: count }, (_, i) => ({ ...post, id: `${i}` })));
  expect([many(100)?.rates.length, many(100)?.dropped]).toEqual([100, []]);
  expect([many(101)?.rates.length, many(101)?.dropped]).toEqual([
    100,
    [{ rate: 'rates[100]', reason: 'the limit is 100 rates' }],
  ]);
});
