/** A product as stored. Stock is changed by adding to it, never by writing back what was read. */
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
