export const skuShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const skuRule = 'must be 1 to 64 letters, digits, dots, underscores or hyphens, starting with a letter or digit';

export const maxStock = 1_000_000_000;

/** In percent. */
export const maxTaxRate = 100;

/** At most four decimals. */
export const isTaxRate = (percent: number) => Number(percent.toFixed(4)) === percent;

/** In grams. */
export const maxWeight = 1_000_000_000;

/** Three decimals keep the number within what the database can store. */
export const isWholeMilligrams = (grams: number) => Number(grams.toFixed(3)) === grams;

/** Stock is low if fewer units than this are available, unless the product says otherwise. */
export const defaultLowStock = 5;
