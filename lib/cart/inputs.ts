import * as z from 'zod/mini';
import { sku } from '../product/inputs.ts';
import { price } from '../values/amount.ts';

export const quantity = () => z.int().check(z.minimum(1), z.maximum(1_000_000));

/** A line of a cart. The product's price applies unless the line has its own. */
export const cartLine = () => ({
  sku: sku(),
  quantity: quantity(),
  price: z.optional(price()),
});

export const cartLines = <S extends z.core.$ZodShape>(fields: S) =>
  z.array(z.strictObject(fields)).check(z.minLength(1), z.maxLength(90));
