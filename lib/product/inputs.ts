import * as z from 'zod/mini';
import { price } from '../values/amount.ts';
import { flag, name, patch, singleLine } from '../values/fields.ts';
import { optional } from '../values/optional.ts';
import { isWholeMilligrams, maxStock, maxWeight, skuRule, skuShape } from './limits.ts';

export const sku = () => z.string().check(z.regex(skuShape, skuRule));

export const SkuParam = () => z.object({ sku: z.string().check(z.regex(skuShape)) });

/** In grams. */
const weight = () =>
  z.nullable(
    z.number().check(z.minimum(0), z.maximum(maxWeight), z.refine(isWholeMilligrams, 'must have at most 3 decimal places')),
  );

export const WholeProduct = () =>
  z.strictObject({
    name: name(),
    price: price(),
    stock: z.nullable(z.int().check(z.minimum(0), z.maximum(maxStock))),
    weight: z.optional(weight()),
  });
export type WholeProduct = z.output<ReturnType<typeof WholeProduct>>;

export const ProductPatch = () => patch({ name: name(), price: price(), weight: weight(), archived: z.boolean() });
export type ProductPatch = z.output<ReturnType<typeof ProductPatch>>;

/** Either adds units, or sets the stock to a counted number. */
export const StockChange = () =>
  z
    .strictObject({
      adjust: z.optional(z.int().check(z.minimum(-maxStock), z.maximum(maxStock))),
      counted: z.optional(z.int().check(z.minimum(0), z.maximum(maxStock))),
      reason: optional(singleLine(200)),
    })
    .check(
      z.refine(({ adjust, counted }) => adjust !== undefined || counted !== undefined, {
        path: ['adjust'],
        error: 'is required, unless you send `counted`',
      }),
      z.refine(({ adjust, counted }) => adjust === undefined || counted === undefined, {
        path: ['counted'],
        error: 'cannot be combined with `adjust`; send one of them',
      }),
    );
export type StockChange = z.output<ReturnType<typeof StockChange>>;

const units = () =>
  z.pipe(
    z.string().check(z.refine((text) => /^\d{1,10}$/.test(text), 'must be a whole number of at most 10 digits')),
    z.transform(Number),
  );

export const productFilters = () => ({ archived: flag(), stock_below: z.optional(units()) });
