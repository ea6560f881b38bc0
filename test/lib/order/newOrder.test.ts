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

test.each<[string, Priced[], number | undefined, number[], number]>([
  ['EUR', [{ quantity: 3, price: 0.1 }], undefined, [0.3], 0.3],
  [
    'EUR',
    [
      { quantity: 3, price: 1.1 },
      { quantity: 1, price: 2.2 },
    ],
    0.1,
    [3.3, 2.2],
    5.6,
  ],
  ['EUR', [{ quantity: 1_000_000, price: 0.07 }], 4.35, [70_000], 70_004.35],
  ['EUR', [{ quantity: 7, price: 0 }], undefined, [0], 0],
  ['JPY', [{ quantity: 3, price: 333 }], 1, [999], 1000],
  [
    'KWD',
    [
      { quantity: 3, price: 1.005 },
      { quantity: 1, price: 0.001 },
    ],
    0.1,
    [3.015, 0.001],
    3.116,
  ],
])('in %s, %j with shipping of %p have the line totals %j and the total %d', (currency, lines, shipping, totals, total) => {
  const order = place(currency, lines, shipping);
  expect(order.lines.map((line) => line.total)).toEqual(totals);
  expect(order).toMatchObject({ total, balance: total, paid: 0, refunded: 0 });
});

test.each(['EUR', 'JPY', 'KWD'])('the total of any order in %s is the exact sum', (currency) => {
  const scale = 10 ** decimalsOf(currency);
  const line = fc.record({ quantity: fc.integer({ min: 1, max: 1000 }), units: fc.nat(1_000_000) });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 90 }), fc.nat(1_000_000), (lines, shipping) => {
      const order = place(
        currency,
        lines.map(({ quantity, units }) => ({ quantity, price: units / scale })),
        shipping / scale,
      );
      const exact = lines.reduce((sum, { quantity, units }) => sum + BigInt(quantity) * BigInt(units), BigInt(shipping));
      expect(minor(order.total, currency)).toBe(Number(exact));
      expect(minor(order.subtotal, currency)).toBe(Number(exact) - shipping);
    }),
  );
});

describe('an order of more than 1,000,000,000,000', () => {
  const ninetyLines = (cents: number) => [
    ...Array(89).fill({ quantity: 1, price: 11_235_955_056.17 }),
    { quantity: 1, price: cents },
  ];

  test.each<[string, Priced[], number]>([
    ['EUR', [{ quantity: 1, price: maxAmount }], 0.01],
    ['EUR', [{ quantity: 1_000_000, price: 1_000_000 }], 0.01],
    [
      'EUR',
      [
        { quantity: 3, price: 333_333_333_333.33 },
        { quantity: 1, price: 0.01 },
      ],
      0.01,
    ],
    ['EUR', ninetyLines(0.87), 0.01],
    ['JPY', [{ quantity: 1, price: maxAmount }], 1],
    [
      'KWD',
      [
        { quantity: 3, price: 333_333_333_333.333 },
        { quantity: 1, price: 0.001 },
      ],
      0.001,
    ],
    ['KWD', [...Array(89).fill({ quantity: 1, price: 11_235_955_056.179 }), { quantity: 1, price: 0.069 }], 0.001],
  ])('in %s is rejected, but one of exactly that amount is accepted (case %#)', (currency, lines, smallest) => {
    expect(place(currency, lines).total).toBe(maxAmount);
    expect(() => place(currency, lines, smallest)).toThrow(/^lines: must not add up to more than 1000000000000$/);
    expect(() => place(currency, [...lines, { quantity: 1, price: smallest }])).toThrow(/must not add up to more/);
  });

  test('is rejected, even if it is far more', () => {
    expect(() => place('KWD', Array(90).fill({ quantity: 1_000_000, price: maxAmount }))).toThrow(/must not add up to more/);
  });
});
