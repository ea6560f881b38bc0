import * as z from 'zod/mini';
import { count, field, nextCursor } from '../values/documented.ts';

export const Product = z.object({
  sku: field(z.string(), 'The SKU, which identifies the product in the store.'),
  name: field(z.string(), 'The name of the product.'),
  price: field(z.number(), "The price of one unit, in the tenant's currency."),
  weight: field(z.nullable(z.number()), 'The weight of one unit in grams. Null if unknown.'),
  archived: field(
    z.boolean(),
    'Whether the product is archived. An archived product cannot be ordered; existing orders keep it.',
  ),
  stock: field(
    z.nullable(
      z.object({
        available: field(count, 'The units that can be ordered.'),
        reserved: field(count, 'The units reserved for orders that have not shipped.'),
      }),
    ),
    'The stock. Null if the stock of this product is not tracked.',
  ),
});
export type Product = z.infer<typeof Product>;

const productAnswer = z.object({ product: Product });

export const answers = {
  getProducts: z.object({ products: field(z.array(Product), 'The products, sorted by SKU.'), next_cursor: nextCursor }),
  getProduct: productAnswer,
  putProduct: productAnswer,
  updateProduct: productAnswer,
  adjustStock: productAnswer,
};
