import * as z from 'zod/mini';
import { sku } from '../product/inputs.ts';
import { price } from '../values/amount.ts';
import { field } from '../values/documented.ts';

export const quantity = () => z.int().check(z.minimum(1), z.maximum(1_000_000));

/** A line of a cart. The product's price applies unless the line has its own. */
export const cartLine = () => ({
  sku: field(sku(), 'The SKU of the product.'),
  quantity: field(quantity(), 'The number of units.'),
  price: field(
    z.optional(price()),
    "The price of one unit. Defaults to the product's price. Required if `currency` is not the tenant's.",
  ),
});

/** Of a cart, and thus of an order. */
export const maxLines = 90;

export const cartLines = <S extends z.core.$ZodShape>(fields: S) =>
  z.array(z.strictObject(fields)).check(z.minLength(1), z.maxLength(maxLines));
