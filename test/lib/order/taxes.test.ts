import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { taxesOf } from '../../../lib/order/taxes.ts';
import { currencyCodes } from '../../../lib/values/country.ts';
import { decimalsOf, major, minor } from '../../../lib/values/money.ts';
import { builtOrder, storedProduct } from '../../support/builtOrder.ts';

const now = new Date();

const taxesIn = (currency: string, lines: [total: number, tax_rate: number | null][], shipping?: [number, number | null]) =>
  taxesOf({
    currency,
    lines: lines.map(([total, tax_rate]) => ({ total, tax_rate })) as never,
    shipping: shipping ? { name: 'Post', price: shipping[0], tax_rate: shipping[1] } : null,
  });

test.each<[string, [number, number | null][], [number, number | null] | undefined, object[]]>([
  ['EUR', [[119, 19]], undefined, [{ rate: 19, gross: 119, net: 100, tax: 19 }]],
  [
    'EUR',
    [
      [119, 19],
      [10.7, 7],
      [5, null],
    ],
    [4.9, 19],
    [
      { rate: 7, gross: 10.7, net: 10, tax: 0.7 },
      { rate: 19, gross: 123.9, net: 104.12, tax: 19.78 },
    ],
  ],
  // Rounded once per rate: each line alone has 0.0048 of tax.
  ['EUR', Array(3).fill([0.03, 19]), undefined, [{ rate: 19, gross: 0.09, net: 0.08, tax: 0.01 }]],
  // Exactly a half is rounded away from zero.
  ['EUR', [[0.03, 20]], undefined, [{ rate: 20, gross: 0.03, net: 0.02, tax: 0.01 }]],
  ['JPY', [[3, 20]], undefined, [{ rate: 20, gross: 3, net: 2, tax: 1 }]],
  ['KWD', [[0.003, 20]], undefined, [{ rate: 20, gross: 0.003, net: 0.002, tax: 0.001 }]],
  ['EUR', [[5, 0]], [5, null], [{ rate: 0, gross: 5, net: 5, tax: 0 }]],
  ['EUR', [[100, 100]], undefined, [{ rate: 100, gross: 100, net: 50, tax: 50 }]],
  ['EUR', [[5, null]], [5, null], []],
])('in %s, %j and shipping of %j have the taxes', (currency, lines, shipping, taxes) => {
  expect(taxesIn(currency, lines, shipping)).toEqual(taxes);
});

const rate = fc.oneof(
  fc.constantFrom(0, 7, 19, 20, 5.5, 8.1, 0.0001, 100),
  fc.integer({ min: 0, max: 1_000_000 }).map((parts) => parts / 10_000),
);
const units = fc.oneof(fc.nat(1000), fc.nat(1_000_000_000));

test('in every currency, net and tax add up to gross, and the tax is the nearest amount', () => {
  for (const currency of currencyCodes()) {
    const line = fc.record({ units, rate: fc.option(rate, { nil: null }) });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const taxes = taxesIn(
          currency,
          lines.map((line) => [major(line.units, currency), line.rate]),
        );
        const rates = [...new Set(lines.map((line) => line.rate))].filter((rate) => rate !== null);
        expect(taxes.map((tax) => tax.rate)).toEqual(rates.sort((a, b) => a - b));
        for (const { rate, ...amounts } of taxes) {
          const [gross, net, tax] = [amounts.gross, amounts.net, amounts.tax].map(
            (amount) => minor(amount, currency) as number,
          );
          const expected = lines.filter((line) => line.rate === rate).reduce((sum, line) => sum + line.units, 0);
          expect([gross, (net as number) + (tax as number)]).toEqual([expected, expected]);
          // In whole numbers: tax - 1/2 <= gross * rate / (100 + rate) < tax + 1/2.
          const [parts, whole] = [BigInt(Math.round(rate * 10_000)), 1_000_000n + BigInt(Math.round(rate * 10_000))];
          const twice = 2n * BigInt(expected) * parts;
          expect(twice >= (2n * BigInt(tax as number) - 1n) * whole).toBe(true);
          expect(twice < (2n * BigInt(tax as number) + 1n) * whole).toBe(true);
        }
      }),
      { numRuns: 10 },
    );
    expect(decimalsOf(currency)).toBeLessThanOrEqual(3);
  }
});

test('the largest order has exact taxes', () => {
  const [tax] = taxesIn('KWD', [[1_000_000_000_000, 19.9999]]);
  expect(tax).toEqual({ rate: 19.9999, gross: 1_000_000_000_000, net: 833334027778.356, tax: 166665972221.644 });
});

test("a line takes the product's rate unless it has its own, or null", () => {
  const products = [storedProduct('tea', 1.07, { tax_rate: 7 })];
  const lines = [{}, { tax_rate: 19, price: 1.19 }, { tax_rate: null }].map((given) => ({ sku: 'tea', quantity: 1, ...given }));
  const { order } = builtOrder({ lines }, products, { now });
  expect(order.lines.map(({ tax_rate }) => tax_rate)).toEqual([7, 19, null]);
  expect(order.taxes).toEqual([
    { rate: 7, gross: 1.07, net: 1, tax: 0.07 },
    { rate: 19, gross: 1.19, net: 1, tax: 0.19 },
  ]);
});
