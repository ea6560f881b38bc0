import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { priceCart } from '../../lib/cart/cart.ts';
import { databaseClient } from '../../lib/db/client.ts';
import { type TenantId, tableName } from '../../lib/db/key.ts';
import { createOrderAction } from '../../lib/order/data.ts';
import type { NewOrder } from '../../lib/order/inputs.ts';
import { newOrder } from '../../lib/order/placeOrder.ts';
import { timeId } from '../../lib/values/id.ts';

export type Placed = { number: number; created: Date };

const documents = DynamoDBDocumentClient.from(databaseClient(), { marshallOptions: { removeUndefinedValues: true } });
const products = new Map(
  ['tea', 'cup'].map((sku) => [
    sku,
    {
      sku,
      name: `Fine ${sku}`,
      price: 4.35,
      weight: 250,
      tax_rate: null,
      low_stock: null,
      counted: true,
      available: 0,
      reserved: 2,
      archived: false,
      revision: 1,
    },
  ]),
);
const order: NewOrder = {
  lines: [
    { sku: 'tea', quantity: 2 },
    { sku: 'cup', quantity: 1, price: 12.5 },
  ],
  customer: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', phone: '+4915112345678' },
  shipping_address: { name: 'Ada Byron', line1: 'Straße 1', city: 'Köln', postal_code: '50667', country: 'DE' },
  shipping: { name: 'Post', price: 4.9 },
};

const cart = priceCart(order, { currency: 'EUR', products });

/** Writes orders in batches, exactly as placing them one by one would store them. */
export async function writeOrders(tenant: TenantId, placed: Placed[]): Promise<void> {
  const requests = placed.map(({ number, created }) => {
    const identity = { number: String(number), shipment: `shp_${timeId(created)}`, now: created };
    const { Put } = createOrderAction(tenant, newOrder(order, cart, identity));
    return { PutRequest: { Item: Put?.Item } };
  });
  for (let i = 0; i < requests.length; i += 100) {
    const batches = [0, 25, 50, 75]
      .map((start) => requests.slice(i + start, i + start + 25))
      .filter(({ length }) => length > 0);
    await Promise.all(
      batches.map((batch) => documents.send(new BatchWriteCommand({ RequestItems: { [tableName()]: batch } }))),
    );
  }
}
