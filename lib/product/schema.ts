import * as z from 'zod/mini';

export const Product = z.object({
  sku: z.string(),
  name: z.string(),
  price: z.number(),
  weight: z.nullable(z.number()),
  stock: z.nullable(z.object({ available: z.number(), reserved: z.number() })),
});
export type Product = z.infer<typeof Product>;

export const skuShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const sku = () =>
  z
    .string()
    .check(z.regex(skuShape, 'must be 1 to 64 letters, digits, dots, underscores or hyphens, starting with a letter or digit'));

/** A product as it is kept: its numbers are changed relatively and never written back from a read. */
export type StoredProduct = {
  sku: string;
  name: string;
  price: number;
  weight: number | null;
  counted: boolean;
  available: number;
  reserved: number;
};
