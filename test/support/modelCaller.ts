import { expect } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import type { Product } from '../../lib/product/schema.ts';
import { type Answer, call, type Options } from './call.ts';
import type { Outcome } from './orderModel.ts';
import type { Generated, Request, Shop } from './shopModel.ts';
import { walk } from './walk.ts';

/** Sends the requests of the model to the service, and converts the responses. Amounts have this many decimals. */
export function modelCaller(key: string, decimals: number) {
  const scale = 10 ** decimals;
  const major = (units: number | undefined) => (units === undefined ? undefined : units / scale);
  /** Converts an amount to minor units, and checks that it is exactly the nearest number. */
  const minor = (amount: number) => {
    expect(Math.round(amount * scale) / scale).toBe(amount);
    return Math.round(amount * scale);
  };

  function callOf({ action }: Request, { orders }: Shop): [string, Options] {
    const params: Record<string, string> =
      'order' in action ? { number: action.order } : 'sku' in action ? { sku: action.sku } : {};
    switch (action.kind) {
      case 'place': {
        const lines = action.lines.map(({ price, ...line }) => ({ ...line, price: major(price) }));
        const shipping = { name: 'Post', price: major(action.shipping) };
        return ['placeOrder', { body: { lines, shipping, authorized: action.authorized } }];
      }
      case 'pay': {
        const transaction_data = { said: action.total ?? null };
        const method = action.refund ? { method: 'refund' } : {};
        return ['createPayment', { params, body: { total: major(action.total), transaction_data, ...method } }];
      }
      case 'patch':
        return ['updateOrder', { params, body: action.patch }];
      case 'ship': {
        const id = orders[action.order]?.shipment as string;
        return ['updateShipment', { params: { ...params, id }, body: { state: action.state } }];
      }
      case 'adjust':
        return ['adjustStock', { params, body: { adjust: action.by } }];
      case 'put':
        return ['putProduct', { params, body: { name: action.sku, price: major(action.price), stock: action.stock } }];
      case 'override':
        return ['overrideAvailability', { body: { available: action.available } }];
    }
  }

  const paymentOf = ({ id, total, balance_after }: Order['payments'][number]) => ({
    id,
    total: minor(total),
    balance_after: minor(balance_after),
  });

  const orderOf = ({ number, version, authorized, cancelled, visible, payments, shipments, ...order }: Order) => ({
    ...{ number, version, authorized, cancelled, visible, state: shipments[0]?.state },
    ...{ total: minor(order.total), paid: minor(order.paid), refunded: minor(order.refunded), balance: minor(order.balance) },
    payments: payments.map(paymentOf),
  });

  const productOf = ({ price, stock }: Product) => ({ price: minor(price), stock });

  function resourceOf({ action }: Request, payload: Answer['payload']): object | undefined {
    if (action.kind === 'place' || action.kind === 'patch') return orderOf(payload.orders);
    if (action.kind === 'pay') return paymentOf(payload.payment);
    if (action.kind === 'ship') return { state: payload.shipment.state };
    if (action.kind === 'put') return productOf(payload.product);
    // The stock of an adjustment is not compared: other requests may have changed it before the product was read.
    return action.kind === 'override' ? { available: payload.available } : undefined;
  }

  function outcomeOf(request: Request, { status, code, payload, headers, body }: Answer): Outcome {
    if (code === undefined) {
      const resource = resourceOf(request, payload);
      return { status, ...(headers['idempotent-replayed'] && { replayed: true }), ...(resource && { resource }) };
    }
    const short = code === 'insufficient_stock' && request.action.kind !== 'adjust';
    return {
      ...{ status, code },
      ...(short && { short: body.description.match(/sku-./g).toSorted() }),
      ...(body.max !== undefined && { max: minor(body.max) }),
    };
  }

  const generatedOf = ({ orders, payment }: Answer['payload'] = {}): Generated => ({
    number: orders?.number ?? '',
    shipment: orders?.shipments[0].id ?? '',
    payment: payment?.id ?? '',
  });

  async function send(request: Request, shop: Shop): Promise<{ outcome: Outcome; generated: Generated }> {
    const [id, options] = callOf(request, shop);
    const headers = {
      ...(request.key && { 'Idempotency-Key': request.key }),
      ...(request.ifMatch !== undefined && { 'If-Match': `"${request.ifMatch}"` }),
    };
    const answer = await call(id, { as: key, headers, ...options });
    return { outcome: outcomeOf(request, answer), generated: generatedOf(answer.payload) };
  }

  /** All orders and products, as returned and as the model shows them. */
  async function read() {
    const lists = await Promise.all([walk('getOrders', { as: key }), walk('getProducts', { as: key })]);
    const [orders, products] = lists as unknown as [Order[], Product[]];
    const seen = {
      orders: Object.fromEntries(orders.map((order) => [order.number, orderOf(order)])),
      products: Object.fromEntries(products.map((product) => [product.sku, productOf(product)])),
    };
    return { orders, products, seen };
  }

  return { send, read, minor };
}
