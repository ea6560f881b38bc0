import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { creditNotesOf, creditTaxes } from '../../../apps/console/paper/credits.ts';
import type { Order } from '../../../lib/order/schema.ts';
import { taxesOf } from '../../../lib/order/taxes.ts';
import { major, minor } from '../../../lib/values/money.ts';

const anOrder = fc
  .record({
    currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
    lines: fc.array(fc.tuple(fc.nat(1_000_000), fc.integer({ min: 1, max: 90 }), fc.constantFrom(0, 7, 19, 8.875)), {
      minLength: 1,
      maxLength: 6,
    }),
    shipping: fc.option(fc.nat(10_000)),
  })
  .map(({ currency, lines, shipping }) => {
    const sold = lines.map(([units, quantity, tax_rate], line) => ({
      line,
      quantity,
      tax_rate,
      price: major(units, currency),
      total: major(units * quantity, currency),
    }));
    const shipped = shipping === null ? null : { name: 'Post', price: major(shipping, currency), tax_rate: 19 };
    return { currency, lines: sold, shipping: shipped } as Order;
  });

const units = (amount: number, currency: string) => minor(amount, currency) as number;
const totalOf = ({ lines, shipping, currency }: Order) =>
  lines.reduce((sum, { total }) => sum + units(total, currency), 0) + units(shipping?.price ?? 0, currency);
const note = { id: 'crd_1', created: '', reason: null, lines: null };

test('the parts of a credit note by rate add up to its amount', () => {
  fc.assert(
    fc.property(anOrder, fc.nat(1000), (order, share) => {
      const amount = Math.floor((totalOf(order) * share) / 1000);
      const taxes = creditTaxes(order, { ...note, amount: major(amount, order.currency) });
      const sum = (name: 'gross' | 'net' | 'tax') => taxes.reduce((all, one) => all + units(one[name], order.currency), 0);
      expect([sum('gross'), sum('net') + sum('tax')]).toEqual([amount, amount]);
    }),
  );
});

test('a credit note of the whole order has exactly its taxes', () => {
  fc.assert(
    fc.property(anOrder, (order) => {
      const taxes = creditTaxes(order, { ...note, amount: major(totalOf(order), order.currency) });
      expect(taxes.sort((a, b) => a.rate - b.rate)).toEqual(taxesOf(order));
    }),
  );
});

test('credits and refunds that credit have a credit note, the oldest first, and other refunds have none', () => {
  const credit = { id: 'crd_1', created: '2026-11-02', amount: 5, reason: 'late', lines: null, cancelled: false };
  const refund = { id: 'pay_1', created: '2026-11-01', total: -3, credit: true, reason: null, lines: null };
  const payments = [refund, { ...refund, id: 'pay_2', credit: false }];
  const notes = creditNotesOf({ credits: [credit], payments } as unknown as Order);
  expect(notes.map(({ id, amount }) => [id, amount])).toEqual([
    ['pay_1', 3],
    ['crd_1', 5],
  ]);
});
