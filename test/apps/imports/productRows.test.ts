import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { checkProducts } from '../../../apps/imports/productRows.ts';
import { fieldErrorsOf } from '../../../lib/api/fieldErrors.ts';
import { sku, WholeProduct } from '../../../lib/product/inputs.ts';
import { tooManyDecimals } from '../../../lib/values/money.ts';

const body = WholeProduct();
const whole = z.extend(body, { sku: sku() });
const tea = { sku: 'TEA', name: 'Tea', price: 7.9, stock: 40, weight: 100, tax_rate: 19 };

const reasonFor = (values: Record<string, unknown>, currency = 'KWD') => {
  const [entry] = checkProducts([{ line: 2, values }], currency);
  return entry && 'reason' in entry ? entry.reason : undefined;
};

/** What the service says about each invalid field, or undefined if it accepts them all. */
function serviceReasonsFor(values: object): (string | undefined)[] {
  const { success, error } = z.safeParse(whole, values, { reportInput: true });
  if (success) return [undefined];
  return fieldErrorsOf(error.issues, 'line', whole).map(({ field, message }) => `${field}: ${message}`);
}

describe('the rules agree with those of the service', () => {
  const long = [64, 65, 200, 201].map((length) => 'a'.repeat(length));
  const texts = ['', ' ', 'a', '👩‍💻'.repeat(100), 'a b', '-a', 'a\tb', ...long];
  const others = ['\u0000', '\ud800', 'Käse 🧀', 'none', '7.90', null, true, [], {}];
  const small = [-1, -0.001, -0, 0, 0.0001, 0.00001, 0.0005, 0.125, 0.5, 1.5, 7.9, 100, 100.0001];
  const large = [1_000_000_000, 1_000_000_000.5, 1_000_000_001, 1e12, 1e12 + 1, 1e300];
  const values = [...texts, ...others, ...small, ...large];

  test.each(Object.keys(tea))('for every value of %s', (name) => {
    const differs = values.filter((value) => {
      const sent = { ...tea, [name]: value };
      const reason = reasonFor(sent);
      // The service checks the decimals once it knows the store.
      return reason !== `price: ${tooManyDecimals('KWD')}` && !serviceReasonsFor(sent).includes(reason);
    });
    expect(differs).toEqual([]);
  });

  test('for decimals of a currency', () => {
    expect(reasonFor({ ...tea, price: 0.999 }, 'EUR')).toBe('price: must have at most 2 decimal places in EUR');
    expect(reasonFor({ ...tea, price: 7.9 }, 'JPY')).toBe('price: must have no decimal places in JPY');
    expect(reasonFor({ ...tea, price: 0.999 }, 'KWD')).toBeUndefined();
  });
});

test('only the SKU is required', () => {
  expect(reasonFor({ sku: 'TEA' })).toBeUndefined();
  expect(reasonFor({ name: 'Tea', price: 1 })).toBe('sku: is required');
});

test('lists everything that is wrong with a line', () => {
  const row = { line: 7, values: { sku: 'A/B', name: ' ', price: -1 }, problems: ['colour: is not a field here'] };
  expect(checkProducts([row], 'EUR')).toEqual([
    {
      line: 7,
      sku: 'A/B',
      reason:
        'colour: is not a field here; sku: must be 1 to 64 letters, digits, dots, underscores or hyphens, starting with a letter or digit; name: must not be blank; price: must not be negative',
    },
  ]);
});

test('a SKU can be on one valid line only', () => {
  const rows = [{ price: -1 }, {}, {}, { sku: 'tea' }].map((more, i) => ({ line: i + 2, values: { ...tea, ...more } }));
  expect(checkProducts(rows, 'EUR')).toEqual([
    { line: 2, sku: 'TEA', reason: 'price: must not be negative' },
    { line: 3, product: tea },
    { line: 4, sku: 'TEA', reason: 'sku: line 3 has the same SKU' },
    { line: 5, product: { ...tea, sku: 'tea' } },
  ]);
});
