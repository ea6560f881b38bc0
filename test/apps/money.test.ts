import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { amountText, exactText, parseAmount, unitsOf } from '../../apps/money.ts';
import { decimalsOf, major } from '../../lib/values/money.ts';

test.each([
  [7.9, 'EUR', '7.90'],
  [-7.9, 'EUR', '-7.90'],
  [-0.05, 'EUR', '-0.05'],
  [0, 'EUR', '0.00'],
  [790, 'JPY', '790'],
  [0.001, 'KWD', '0.001'],
  [1_000_000_000_000, 'KWD', '1000000000000.000'],
])('%d %s is written as %s', (amount, currency, text) => {
  expect(exactText(amount, currency)).toBe(text);
});

test('every amount of the interface keeps its minor units', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('EUR', 'JPY', 'KWD'),
      fc.bigInt(-(10n ** 12n), 10n ** 12n),
      fc.nat(999),
      (currency, whole, part) => {
        const scale = 10n ** BigInt(decimalsOf(currency));
        const units = (whole < 0n ? whole + 1n : whole - 1n) * scale + (BigInt(part) % scale);
        expect(unitsOf(major(Number(units), currency), currency)).toBe(units);
        expect(BigInt(amountText(units, currency).replace('.', ''))).toBe(units);
      },
    ),
  );
});

test.each([
  ['1000', 'EUR', 1000],
  ['1000.00', 'EUR', 1000],
  ['1000,5', 'EUR', 1000.5],
  [' 7.90 ', 'EUR', 7.9],
  ['0.05', 'EUR', 0.05],
  ['2499.99', 'HUF', 2499.99],
  ['1000', 'JPY', 1000],
  ['1.000', 'KWD', 1],
  ['0,500', 'KWD', 0.5],
  ['1000,000', 'KWD', 1000],
  ['12,50', 'KWD', 12.5],
])('“%s” is read in %s as %d', (text, currency, amount) => {
  expect(parseAmount(text, decimalsOf(currency))).toBe(amount);
});

test.each([
  ...[
    '1,000',
    '1.000',
    '7.905',
    '1.000,00',
    '1,000.00',
    '1.2.3',
    '1 000',
    '1\u00a0000',
    '1\u202f000',
    "1'000",
    '.5',
    '5.',
    '',
  ].map((text) => [text, 'EUR'] as const),
  ...['0x10', '1e3', '٣', '１２', '-5', '+5', '−5', '€5', '5 EUR', 'Infinity', 'NaN', '1_000', '½'].map(
    (text) => [text, 'EUR'] as const,
  ),
  ...['1,000', '1.000', '7.5', '7.0'].map((text) => [text, 'JPY'] as const),
  ...['1,000', '12,500', '999,999', '1.0000', '1,000.000'].map((text) => [text, 'KWD'] as const),
])('“%s” is not an amount in %s', (text, currency) => {
  expect(parseAmount(text, decimalsOf(currency))).toBeUndefined();
});

test('every amount is read as it is written, with a point and with a comma', () => {
  fc.assert(
    fc.property(fc.constantFrom('EUR', 'JPY', 'KWD'), fc.nat(10 ** 12), fc.nat(999), (currency, whole, part) => {
      const amount = major(whole * 10 ** decimalsOf(currency) + (part % 10 ** decimalsOf(currency)), currency);
      const text = exactText(amount, currency);
      expect(parseAmount(text, decimalsOf(currency))).toBe(amount);
      const isAmbiguous = currency === 'KWD' && whole > 0 && whole < 1000;
      expect(parseAmount(text.replace('.', ','), decimalsOf(currency))).toBe(isAmbiguous ? undefined : amount);
    }),
  );
});
