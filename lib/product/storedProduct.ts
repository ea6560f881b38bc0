import { storedSchema } from '../db/storedSchema.ts';
import type { Product } from './schema.ts';

/** A product as stored. Stock that was read is never written back. */
export type StoredProduct = Omit<Product, 'stock'> & {
  counted: boolean;
  available: number;
  reserved: number;
  schema?: number;
  /** Increases with every change, except the stock moves of orders and adjustments. */
  revision: number;
};

export const productSchema = storedSchema<StoredProduct>();

export const productOf = (item: StoredProduct): StoredProduct => productSchema.upgrade(item, item.schema);

export function productView(item: StoredProduct): Product {
  const { sku, name, price, weight, tax_rate, low_stock, archived, counted, available, reserved } = productOf(item);
  return { sku, name, price, weight, tax_rate, low_stock, archived, stock: counted ? { available, reserved } : null };
}

export const productKey = (sku: string) => `PRODUCT#${sku}`;
