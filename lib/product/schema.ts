import * as z from 'zod/mini';

export const Product = z.object({
  sku: z.string(),
  name: z.string(),
  price: z.number(),
  weight: z.nullable(z.number()),
  stock: z.nullable(z.object({ available: z.number(), reserved: z.number() })),
});
export type Product = z.infer<typeof Product>;

const productAnswer = z.object({ product: Product });

export const answers = {
  getProducts: z.object({ products: z.array(Product), next_cursor: z.nullable(z.string()) }),
  getProduct: productAnswer,
  putProduct: productAnswer,
  updateProduct: productAnswer,
  adjustStock: productAnswer,
};
