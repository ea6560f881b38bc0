import type { Product } from './schema.ts';

/** A product as stored. Stock is changed by adding to it, never by writing back what was read. */
export type StoredProduct = {
  sku: string;
  name: string;
  price: number;
  weight: number | null;
  counted: boolean;
  available: number;
  reserved: number;
  /** Missing in products that older versions stored. */
  archived?: boolean;
  /** Identifies the latest change other than to stock. */
  mark?: string;
  /** Identifies the write that created the product. */
  made?: string;
};

export const viewOf = ({ sku, name, price, weight, archived = false, ...stored }: StoredProduct): Product => ({
  sku,
  name,
  price,
  weight,
  archived,
  stock: stored.counted ? { available: stored.available, reserved: stored.reserved } : null,
});

export const productKey = (sku: string) => `PRODUCT#${sku}`;
