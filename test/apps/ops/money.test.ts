import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { amountText, exactText, unitsOf } from '../../../apps/ops/money.ts';
import { decimalsOf, major } from '../../../lib/values/money.ts';

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
