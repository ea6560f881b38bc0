import * as z from 'zod/mini';
import { count, field, named } from '../values/documented.ts';
import { defaultLowStock } from './limits.ts';

const Stock = named(
  z.object({
    available: field(count, 'The units that can be ordered.'),
    reserved: field(count, 'The units reserved for orders that have not shipped.'),
  }),
  'Stock',
  'The stock of a product.',
);

export const Product = named(
  z.object({
    sku: field(z.string(), 'The SKU, which identifies the product in the store.'),
    name: field(z.string(), 'The name of the product.'),
    price: field(z.number(), "The price of one unit, in the tenant's currency."),
    weight: field(z.nullable(z.number()), 'The weight of one unit in grams. Null if unknown.'),
    tax_rate: field(z.nullable(z.number()), 'The tax rate in percent. The price includes the tax. Null if unknown.'),
    low_stock: field(
      z.nullable(count),
      `The stock is low if fewer units than this are available. Null for the default of ${defaultLowStock}.`,
    ),
    archived: field(
      z.boolean(),
      'Whether the product is archived. An archived product cannot be ordered; existing orders keep it.',
    ),
    stock: field(z.nullable(Stock), 'The stock. Null if the stock of this product is not tracked.'),
  }),
  'Product',
  'A product.',
);
export type Product = z.infer<typeof Product>;
