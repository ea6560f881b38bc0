import { expect } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import type { Product } from '../../lib/product/schema.ts';
import { type Answer, call, type Options } from './call.ts';
import type { Outcome } from './orderModel.ts';
import type { Drawn, Request, Shop } from './shopModel.ts';
import { walk } from './walk.ts';

/** Sends the requests of the model and sees the answers as it does; money goes as a number with this many decimals. */
export function interpreter(key: string, decimals: number) {
  const scale = 10 ** decimals;
  const major = (units: number | undefined) => (units === undefined ? undefined : units / scale);
  /** The number nearest to so many minor units, and no other near it. */
  const minor = (amount: number) => {
    expect(Math.round(amount * scale) / scale).toBe(amount);
    return Math.round(amount * scale);
  };

  function sendingOf({ wish }: Request, { orders }: Shop): [string, Options] {
    const params: Record<string, string> = 'order' in wish ? { number: wish.order } : 'sku' in wish ? { sku: wish.sku } : {};
    switch (wish.kind) {
      case 'place': {
        const lines = wish.lines.map(({ price, ...line }) => ({ ...line, price: major(price) }));
        const shipping = { name: 'Post', price: major(wish.shipping) };
        return ['placeOrder', { body: { lines, shipping, authorized: wish.authorized } }];
      }
      case 'pay': {
        const transaction_data = { said: wish.total ?? null };
        const method = wish.refund ? { method: 'refund' } : {};
        return ['createPayment', { params, body: { total: major(wish.total), transaction_data, ...method } }];
      }
      case 'patch':
        return ['updateOrder', { params, body: wish.patch }];
      case 'ship': {
        const id = orders[wish.order]?.shipment as string;
        return ['updateShipment', { params: { ...params, id }, body: { state: wish.state } }];
      }
      case 'adjust':
        return ['adjustStock', { params, body: { adjust: wish.by } }];
      case 'put':
        return ['putProduct', { params, body: { name: wish.sku, price: major(wish.price), stock: wish.stock } }];
      case 'override':
        return ['overrideAvailability', { body: { available: wish.available } }];
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

  function thingOf({ wish }: Request, payload: Answer['payload']): object | undefined {
    if (wish.kind === 'place' || wish.kind === 'patch') return orderOf(payload.orders);
    if (wish.kind === 'pay') return paymentOf(payload.payment);
    if (wish.kind === 'ship') return { state: payload.shipment.state };
    if (wish.kind === 'put') return productOf(payload.product);
    // The product is read after it was changed: others may have changed it, too.
    return wish.kind === 'override' ? { available: payload.available } : undefined;
  }

  function outcomeOf(request: Request, { status, code, payload, headers, body }: Answer): Outcome {
    if (code === undefined) {
      const thing = thingOf(request, payload);
      return { status, ...(headers['idempotent-replayed'] && { replayed: true }), ...(thing && { thing }) };
    }
    const short = code === 'insufficient_stock' && request.wish.kind !== 'adjust';
    return {
      ...{ status, code },
      ...(short && { short: body.description.match(/sku-./g).toSorted() }),
      ...(body.max !== undefined && { max: minor(body.max) }),
    };
  }

  const drawnOf = ({ orders, payment }: Answer['payload'] = {}): Drawn => ({
    number: orders?.number ?? '',
    shipment: orders?.shipments[0].id ?? '',
    payment: payment?.id ?? '',
  });

  async function send(request: Request, shop: Shop): Promise<{ outcome: Outcome; drawn: Drawn }> {
    const [id, options] = sendingOf(request, shop);
    const headers = {
      ...(request.key && { 'Idempotency-Key': request.key }),
      ...(request.ifMatch !== undefined && { 'If-Match': `"${request.ifMatch}"` }),
    };
    const answer = await call(id, { as: key, headers, ...options });
    return { outcome: outcomeOf(request, answer), drawn: drawnOf(answer.payload) };
  }

  /** All that there is, as it is answered and as the model sees it. */
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
