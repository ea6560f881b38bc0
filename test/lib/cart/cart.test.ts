import { expect, test } from '@jest/globals';
import { ApiError, type FieldError } from '../../../lib/api/errors.ts';
import { priceCart } from '../../../lib/cart/cart.ts';
import type { StoredProduct } from '../../../lib/product/storedProduct.ts';
import { storedProduct } from '../../support/builtOrder.ts';

const products = new Map<string, StoredProduct>([
  ['tea', storedProduct('tea', 4.35, { name: 'Tea', weight: 100 })],
  ['cup', storedProduct('cup', 10, { name: 'Cup', counted: true, available: 5 })],
]);
const shop = { currency: 'EUR', products };

type Input = Parameters<typeof priceCart>[0];

function errorsOf(input: Input): FieldError[] {
  try {
    priceCart(input, shop);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    return (error as ApiError).details.errors as FieldError[];
  }
}

test('fills in names, prices and totals, and adds up units of products with tracked stock', () => {
  const input: Input = {
    lines: [
      { sku: 'tea', quantity: 3 },
      { sku: 'cup', quantity: 2, name: 'Mug', price: 9.99 },
      { sku: 'cup', quantity: 1, name: null },
      { sku: 'tea', quantity: 1, price: 0 },
    ],
    shipping: { price: 4.9 },
  };
  expect(priceCart(input, shop)).toEqual({
    currency: 'EUR',
    lines: [
      { sku: 'tea', name: 'Tea', quantity: 3, price: 4.35, total: 13.05, weight: 100, tax_rate: null },
      { sku: 'cup', name: 'Mug', quantity: 2, price: 9.99, total: 19.98, weight: null, tax_rate: null },
      { sku: 'cup', name: 'Cup', quantity: 1, price: 10, total: 10, weight: null, tax_rate: null },
      { sku: 'tea', name: 'Tea', quantity: 1, price: 0, total: 0, weight: 100, tax_rate: null },
    ],
    subtotal: 43.03,
    total: 47.93,
    units: Object.assign(Object.create(null), { cup: 3 }),
  });
});

const tea = (more: object = {}) => ({ sku: 'tea', quantity: 1, ...more });

test.each<[Input, FieldError[]]>([
  [
    { lines: [tea({ price: 0.001 }), { sku: 'constructor', quantity: 1 }] },
    [
      { field: 'lines[0].price', message: 'must have at most 2 decimal places in EUR' },
      { field: 'lines[1].sku', message: 'there is no product constructor in this store; check the SKU' },
    ],
  ],
  [
    { currency: 'USD', lines: [tea({ price: 1 }), tea()] },
    [{ field: 'lines[1].price', message: "is required, unless the order is in EUR, like the store's prices" }],
  ],
  // What other lines add up to says nothing yet.
  [
    { lines: [tea({ quantity: 2, price: 1e12 }), { sku: 'none', quantity: 1 }] },
    [{ field: 'lines[1].sku', message: 'there is no product none in this store; check the SKU' }],
  ],
  [
    { currency: 'USD', lines: [{ sku: 'none', quantity: 1 }] },
    [
      { field: 'lines[0].sku', message: 'there is no product none in this store; check the SKU' },
      { field: 'lines[0].price', message: "is required, unless the order is in EUR, like the store's prices" },
    ],
  ],
  [
    { lines: [tea({ price: 0.001 }), tea({ price: 1.999 })], shipping: { price: 0.555 } },
    ['lines[0].price', 'lines[1].price', 'shipping.price'].map((field) => ({
      field,
      message: 'must have at most 2 decimal places in EUR',
    })),
  ],
])('reports all errors of a cart at once (case %#)', (input, errors) => {
  expect(errorsOf(input)).toEqual(errors);
});
