import { priceCart } from '../../lib/cart/cart.ts';
import type { NewOrder } from '../../lib/order/inputs.ts';
import { newOrder } from '../../lib/order/placeOrder.ts';
import type { OrderState } from '../../lib/order/state.ts';
import type { StoredProduct } from '../../lib/product/storedProduct.ts';

/** A product as stored, uncounted unless stated otherwise. */
export const storedProduct = (sku: string, price: number, others: Partial<StoredProduct> = {}): StoredProduct => ({
  sku,
  name: sku,
  price,
  weight: null,
  tax_rate: null,
  low_stock: null,
  counted: false,
  available: 0,
  reserved: 0,
  archived: false,
  revision: 1,
  ...others,
});

type Setting = { now: Date; currency?: string; number?: string; shipment?: string };

/** An order as the rules build it, without a database. */
export function builtOrder(input: NewOrder, products: StoredProduct[], setting: Setting): OrderState {
  const { now, currency = 'EUR', number = '1001', shipment = 'shp_1' } = setting;
  const cart = priceCart(input, { currency, products: new Map(products.map((product) => [product.sku, product])) });
  return newOrder(input, cart, { number, shipment, now });
}
