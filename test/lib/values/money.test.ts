import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { amount, price } from '../../../lib/values/amount.ts';
import { decimalsOf, major, maxAmount, minor } from '../../../lib/values/money.ts';

test.each([
  [0, ['JPY', 'ISK', 'KRW', 'CLP']],
  [2, ['EUR', 'USD']],
  [3, ['KWD', 'TND', 'JOD']],
])('currencies with %i decimals: %j', (decimals, currencies) => {
  expect(currencies.map(decimalsOf)).toEqual(currencies.map(() => decimals));
});

test.each([
  ['EUR', [0.001, 1.005, 999_999_999_999.995, 1e-7, 5e-324, 0.1 + 0.2]],
  ['JPY', [0.5, 10.1]],
  ['KWD', [0.0001, 1.0005]],
])('amounts of %s with too many decimals: %j', (currency, amounts) => {
  expect(amounts.filter((amount) => minor(amount, currency) !== undefined)).toEqual([]);
});

describe.each(['EUR', 'JPY', 'KWD'])('any amount of %s', (currency) => {
  const digits = decimalsOf(currency);
  const units = fc.integer({ min: -(maxAmount * 10 ** digits), max: maxAmount * 10 ** digits });

  test('survives a conversion to minor units and back', () => {
    fc.assert(fc.property(units, (count) => minor(major(count, currency), currency) === count));
  });

  test('converts exactly to minor units', () => {
    fc.assert(
      fc.property(fc.nat(maxAmount), fc.nat(10 ** digits - 1), (whole, part) => {
        const written = digits ? `${whole}.${String(part).padStart(digits, '0')}` : String(whole);
        expect(minor(Number(written), currency)).toBe(whole * 10 ** digits + part);
      }),
    );
  });

  test('is rejected with one decimal too many', () => {
    // From 10^15 minor units, a double cannot hold a tenth of a unit, and numbers of 16 digits are rejected earlier.
    const most = Math.min(maxAmount, 10 ** (14 - digits) - 1);
    fc.assert(
      fc.property(fc.nat(most), fc.nat(10 ** digits - 1), fc.integer({ min: 1, max: 9 }), (whole, part, more) => {
        const written = `${whole}.${digits ? String(part).padStart(digits, '0') : ''}${more}`;
        expect(minor(Number(written), currency)).toBeUndefined();
      }),
    );
  });
});

test.each([amount(), price()])('an amount must not exceed 1,000,000,000,000 (case %#)', (schema) => {
  expect(z.safeParse(schema, maxAmount).success).toBe(true);
  for (const value of [maxAmount + 0.01, -maxAmount - 0.01, '1', null]) expect(z.safeParse(schema, value).success).toBe(false);
});

test('minus zero is zero', () => {
  expect(minor(-0, 'EUR')).toBe(0);
});

test('an amount may be negative, but a price may not', () => {
  expect(z.safeParse(amount(), -maxAmount).success).toBe(true);
  expect(z.safeParse(price(), -0.01).error?.issues.map(({ message }) => message)).toEqual(['must not be negative']);
});
