import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { NewOrder } from '../../../lib/order/inputs.ts';
import { decimalsOf, maxAmount, minor } from '../../../lib/values/money.ts';
import { builtOrder, storedProduct } from '../../support/builtOrder.ts';

type Priced = { quantity: number; price: number };

function place(currency: string, lines: Priced[], shipping?: number) {
  const input = {
    lines: lines.map((line) => ({ sku: 'tea', ...line })),
    shipping: shipping && { name: 'Post', price: shipping },
  };
  return builtOrder(input as NewOrder, [storedProduct('tea', 10)], { now: new Date(), currency }).order;
}

const line = (quantity: number, price: number): Priced => ({ quantity, price });

test.each(['EUR', 'JPY', 'KWD'])('the total of any order in %s is the exact sum', (currency) => {
  const scale = 10 ** decimalsOf(currency);
  const anyLine = fc.record({ quantity: fc.integer({ min: 1, max: 1000 }), units: fc.nat(1_000_000) });
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 90 }), fc.nat(1_000_000), (lines, shipping) => {
      const order = place(
        currency,
        lines.map(({ quantity, units }) => line(quantity, units / scale)),
        shipping / scale,
      );
      const exact = lines.reduce((sum, { quantity, units }) => sum + BigInt(quantity) * BigInt(units), BigInt(shipping));
      expect(order).toMatchObject({ balance: order.total, paid: 0, refunded: 0 });
      expect(order.lines.map((line) => minor(line.total, currency))).toEqual(
        lines.map(({ quantity, units }) => quantity * units),
      );
      expect(minor(order.total, currency)).toBe(Number(exact));
      expect(minor(order.subtotal, currency)).toBe(Number(exact) - shipping);
    }),
  );
});

describe('an order of more than 1,000,000,000,000', () => {
  const ninetyLines = (price: number, last: number) => [...Array(89).fill(line(1, price)), line(1, last)];

  test.each<[string, Priced[], number]>([
    ['EUR', [line(1, maxAmount)], 0.01],
    ['EUR', [line(1_000_000, 1_000_000)], 0.01],
    ['EUR', [line(3, 333_333_333_333.33), line(1, 0.01)], 0.01],
    ['EUR', ninetyLines(11_235_955_056.17, 0.87), 0.01],
    ['JPY', [line(1, maxAmount)], 1],
    ['KWD', [line(3, 333_333_333_333.333), line(1, 0.001)], 0.001],
    ['KWD', ninetyLines(11_235_955_056.179, 0.069), 0.001],
  ])('in %s is rejected, but one of exactly that amount is accepted (case %#)', (currency, lines, smallest) => {
    expect(place(currency, lines).total).toBe(maxAmount);
    expect(() => place(currency, lines, smallest)).toThrow(
      /^lines: must not add up to more than 1000000000000, including shipping$/,
    );
    expect(() => place(currency, [...lines, line(1, smallest)])).toThrow(/must not add up to more/);
  });

  test('is rejected, even if it is far more', () => {
    expect(() => place('KWD', Array(90).fill(line(1_000_000, maxAmount)))).toThrow(/must not add up to more/);
  });
});
