import * as z from 'zod/mini';
import { price } from '../values/amount.ts';
import { field, rule } from '../values/documented.ts';
import { across, flag, name, notBoth, numberText, patch, singleLine } from '../values/fields.ts';
import { optional } from '../values/optional.ts';
import { defaultLowStock, isTaxRate, isWholeMilligrams, maxStock, maxTaxRate, maxWeight, skuRule, skuShape } from './limits.ts';

export const sku = () => z.string().check(z.regex(skuShape, skuRule));

export const SkuParam = () => z.object({ sku: field(sku(), 'The SKU of the product.') });

/** In grams. */
const weight = () =>
  z.nullable(
    z.number().check(z.minimum(0), z.maximum(maxWeight), z.refine(isWholeMilligrams, 'must have at most 3 decimal places')),
  );

/** In percent. */
export const taxRate = () =>
  z.nullable(z.number().check(z.minimum(0), z.maximum(maxTaxRate), z.refine(isTaxRate, 'must have at most 4 decimal places')));

const lowStock = () => z.nullable(z.int().check(z.minimum(0), z.maximum(maxStock)));

export const WholeProduct = () =>
  z.strictObject({
    name: field(name(), 'The name of the product.'),
    price: field(price(), "The price of one unit, in the tenant's currency."),
    stock: field(
      z.nullable(z.int().check(z.minimum(0), z.maximum(maxStock))),
      'The units available to order. Reserved units do not change. Null stops tracking stock.',
    ),
    weight: field(z.optional(weight()), 'The weight of one unit in grams. Null if unknown.'),
    tax_rate: field(z.optional(taxRate()), 'The tax rate in percent, such as 19. The price includes the tax. Null if unknown.'),
    low_stock: field(
      z.optional(lowStock()),
      `The stock is low if fewer units than this are available. Null for the default of ${defaultLowStock}. If you leave it out, it stays as it is.`,
    ),
  });
export type WholeProduct = z.output<ReturnType<typeof WholeProduct>>;

export const ProductPatch = () =>
  patch({
    name: field(name(), 'The name of the product.'),
    price: field(price(), "The price of one unit, in the tenant's currency."),
    weight: field(weight(), 'The weight of one unit in grams. Null removes it.'),
    tax_rate: field(taxRate(), 'The tax rate in percent. Null removes it.'),
    low_stock: field(
      lowStock(),
      `The stock is low if fewer units than this are available. Null for the default of ${defaultLowStock}.`,
    ),
    archived: field(z.boolean(), 'Whether the product is archived. An archived product cannot be ordered.'),
  });
export type ProductPatch = z.output<ReturnType<typeof ProductPatch>>;

/** Either adds units, or sets the stock to a counted number. */
export const StockChange = () =>
  z
    .strictObject({
      adjust: field(
        z.optional(z.int().check(z.minimum(-maxStock), z.maximum(maxStock))),
        'Units to add. A negative number removes units.',
      ),
      counted: field(
        z.optional(z.int().check(z.minimum(0), z.maximum(maxStock))),
        'The number of units in stock, including those reserved for orders. `available` becomes `counted` minus the reserved units.',
      ),
      reason: field(optional(singleLine(200)), 'Why the stock changes. Stored in the audit log.'),
    })
    .check(
      z.refine(({ adjust, counted }) => adjust !== undefined || counted !== undefined, {
        ...across(),
        path: ['adjust'],
        error: 'is required, unless you send `counted`',
      }),
      rule(notBoth('counted', 'adjust', 'send one of them'), {
        oneOf: [{ required: ['adjust'] }, { required: ['counted'] }],
      }),
    );
export type StockChange = z.output<ReturnType<typeof StockChange>>;

const units = () =>
  numberText(
    rule(
      z.refine((text) => /^\d{1,10}$/.test(text), 'must be a whole number of at most 10 digits'),
      { type: 'integer', minimum: 0 },
    ),
  );

export const productFilters = () => ({
  archived: field(flag(), 'Whether to list archived products instead of active ones. Defaults to false.'),
  q: field(
    z.optional(singleLine(100)),
    'Only products whose SKU or name contains this text. Case, accents and punctuation do not matter.',
  ),
  low_stock: field(
    flag(),
    'Only products with tracked stock and fewer available units than their `low_stock` or its default, or only the others.',
  ),
  stock_below: field(z.optional(units()), 'Only products with tracked stock and fewer available units than this.'),
});
