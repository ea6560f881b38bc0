import * as z from 'zod/mini';
import { name, patch } from '../values/fields.ts';
import { price } from '../values/money.ts';

const skuShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const sku = () =>
  z
    .string()
    .check(z.regex(skuShape, 'must be 1 to 64 letters, digits, dots, underscores or hyphens, starting with a letter or digit'));

export const SkuParam = () => z.object({ sku: z.string().check(z.regex(skuShape)) });

const maxStock = 1_000_000_000;

/** In grams. Three decimals keep the number within what the database can store. */
const weight = () =>
  z.nullable(
    z.number().check(
      z.minimum(0),
      z.maximum(1_000_000_000),
      z.refine((grams) => Number(grams.toFixed(3)) === grams, 'must have at most 3 decimal places'),
    ),
  );

export const WholeProduct = () =>
  z.strictObject({
    name: name(),
    price: price(),
    stock: z.nullable(z.int().check(z.minimum(0), z.maximum(maxStock))),
    weight: z.optional(weight()),
  });
export type WholeProduct = z.output<ReturnType<typeof WholeProduct>>;

export const ProductPatch = () => patch({ name: name(), price: price(), weight: weight() });
export type ProductPatch = z.output<ReturnType<typeof ProductPatch>>;

export const StockAdjustment = () => z.strictObject({ adjust: z.int().check(z.minimum(-maxStock), z.maximum(maxStock)) });
