import { priceCart } from '../cart/cart.ts';
import type { TenantId } from '../db/key.ts';
import { timeId } from '../values/id.ts';
import { Json, stringify } from '../values/json.ts';
import type { DeliverySubject } from '../webhook/deliver.ts';
import { ringAll } from '../webhook/doorbell.ts';
import type { Sample } from '../webhook/testCall.ts';
import { changeOrder, getOrder } from './data.ts';
import { applyConfirmation } from './patchOrder.ts';
import { newOrder } from './placeOrder.ts';
import type { OrderState } from './state.ts';

const receiver = { operation: 'confirm-order', key: null, key_label: null, actor: null, request_id: null };

/** The webhook `confirm-order` sends the order and applies the store's decision. */
export const confirmOrder: DeliverySubject = {
  load: async (tenant, number) => new Json(stringify({ order: await getOrder(tenant, number) })),
  applyResponse: async (tenant: TenantId, number: string, response: string) => {
    const authorized = authorizedIn(response);
    if (authorized === undefined) return;
    // Each try takes its own time: `deliver` may run for longer than the index of changes allows between `updated` and the write.
    const decide = (state: OrderState) => applyConfirmation(state, authorized, new Date());
    await changeOrder(tenant, number, { by: receiver, now: new Date() }, decide);
    await ringAll(tenant);
  },
};

function authorizedIn(response: string): boolean | undefined {
  try {
    const { authorized } = JSON.parse(response) ?? {};
    return typeof authorized === 'boolean' ? authorized : undefined;
  } catch {
    return undefined;
  }
}

const product = {
  sku: 'SAMPLE',
  name: 'Sample',
  price: 10,
  weight: 500,
  tax_rate: null,
  low_stock: null,
  counted: false,
  available: 0,
  reserved: 0,
  archived: false,
  revision: 1,
};

export const confirmOrderSample: Sample = {
  data: (now) => {
    const input = { lines: [{ sku: 'SAMPLE', quantity: 1 }] };
    const cart = priceCart(input, { currency: 'EUR', products: new Map([['SAMPLE', product]]) });
    return { order: newOrder(input, cart, { number: '1000', shipment: `shp_${timeId(now)}`, now }).order };
  },
  responseProblem: () => null,
};
