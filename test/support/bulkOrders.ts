import type { TenantId } from '../../lib/db/key.ts';
import { createOrderAction } from '../../lib/order/data.ts';
import type { NewOrder } from '../../lib/order/inputs.ts';
import { timeId } from '../../lib/values/id.ts';
import { builtOrder, storedProduct } from './builtOrder.ts';
import { writeItems } from './database.ts';

export type Placed = { number: number; created: Date };

const products = ['tea', 'cup'].map((sku) => storedProduct(sku, 4.35, { name: `Fine ${sku}`, weight: 250, counted: true }));
const order: NewOrder = {
  lines: [
    { sku: 'tea', quantity: 2 },
    { sku: 'cup', quantity: 1, price: 12.5 },
  ],
  customer: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', phone: '+4915112345678' },
  shipping_address: { name: 'Ada Byron', line1: 'Straße 1', city: 'Köln', postal_code: '50667', country: 'DE' },
  shipping: { name: 'Post', price: 4.9 },
};

/** Writes orders in batches, as placing them one by one would store them, but without the items that a search reads. */
export const writeOrders = (tenant: TenantId, placed: Placed[]): Promise<void> =>
  writeItems(
    placed.map(({ number, created: now }) => {
      const state = builtOrder(order, products, { number: String(number), shipment: `shp_${timeId(now)}`, now });
      return createOrderAction(tenant, state).Put?.Item ?? {};
    }),
  );
