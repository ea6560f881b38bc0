/** A product as it is stored. Its stock is only ever changed relatively, never written back from a read. */
export type StoredProduct = {
  sku: string;
  name: string;
  price: number;
  weight: number | null;
  counted: boolean;
  available: number;
  reserved: number;
};

export const productKey = (sku: string) => `PRODUCT#${sku}`;
