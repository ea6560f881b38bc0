import {
  change,
  type NewOrder,
  type Order,
  type Outcome,
  orderView,
  type Patch,
  pay,
  place,
  rejected,
  type State,
  ship,
} from './orderModel.ts';
import { type Product, type Products, productView } from './stockModel.ts';

/** The model of a shop. It is in memory and handles one request at a time. */
export type Shop = {
  open: boolean;
  products: Products;
  orders: Record<string, Order>;
  /** The results of requests with an Idempotency-Key. */
  remembered: Record<string, { body: string; status: number; order?: string | undefined; payment?: string | undefined }>;
};

export type Action =
  | ({ kind: 'place' } & NewOrder)
  | { kind: 'pay'; order: string; refund: boolean; total?: number }
  | { kind: 'patch'; order: string; patch: Patch }
  | { kind: 'ship'; order: string; state: State }
  | { kind: 'adjust'; sku: string; by: number }
  | { kind: 'put'; sku: string; stock: number | null; price: number }
  | { kind: 'override'; available: boolean | null };
export type Request = { action: Action; key?: string | undefined; ifMatch?: number | undefined };

/** The ids that the service generates. */
export type Generated = { number: string; shipment: string; payment: string };

export const shopView = ({ orders, products }: Shop) => ({
  orders: Object.fromEntries(Object.entries(orders).map(([number, order]) => [number, orderView(order)])),
  products: Object.fromEntries(Object.entries(products).map(([sku, product]) => [sku, productView(product)])),
});

/** Returns the outcome that the contract requires, and updates the shop. */
export function answer(shop: Shop, { action, key, ifMatch }: Request, generated: Generated): Outcome {
  const path = `${action.kind} ${'order' in action ? action.order : 'sku' in action ? action.sku : ''}`;
  const body = JSON.stringify(action);
  const earlier = key === undefined ? undefined : shop.remembered[`${path} ${key}`];
  if (earlier && earlier.body !== body) return { status: 422, code: 'idempotency_key_reused' };
  if (earlier) return { status: earlier.status, replayed: true, ...replay(shop, earlier) };
  const version = 'order' in action ? shop.orders[action.order]?.version : undefined;
  if (ifMatch !== undefined && ifMatch !== version) return { status: 412, code: 'version_mismatch' };
  const outcome = effectOf(action, shop, generated);
  if (key !== undefined && !outcome.code) {
    const made = { place: { order: generated.number }, pay: { order: path.slice(4), payment: generated.payment } };
    shop.remembered[`${path} ${key}`] = { body, status: outcome.status, ...made[action.kind as keyof typeof made] };
  }
  return outcome;
}

/** A payment as it was recorded, or an order in its current state. */
function replay({ orders }: Shop, { order, payment }: { order?: string | undefined; payment?: string | undefined }) {
  const found = order === undefined ? undefined : (orders[order] as Order);
  if (!found) return {};
  return { resource: payment ? (found.payments.find(({ id }) => id === payment) as object) : orderView(found) };
}

function effectOf(action: Action, shop: Shop, { payment, ...generated }: Generated): Outcome {
  const order = ('order' in action ? shop.orders[action.order] : undefined) as Order;
  const product = ('sku' in action ? shop.products[action.sku] : undefined) as Product;
  switch (action.kind) {
    case 'place': {
      if (!shop.open) return rejected('store_unavailable');
      const placed = place(action, shop.products, generated);
      if ('status' in placed) return placed;
      shop.orders[placed.number] = placed;
      return { status: 201, resource: orderView(placed) };
    }
    case 'pay':
      return pay(order, action.refund, action.total, payment);
    case 'patch':
      return change(order, action.patch, shop.products);
    case 'ship':
      return ship(order, action.state, shop.products);
    case 'adjust':
      if (!product.counted) return { status: 400, code: 'invalid_request' };
      if (product.available + action.by < 0) return rejected('insufficient_stock');
      product.available += action.by;
      return { status: 200 };
    case 'put':
      Object.assign(product, { price: action.price, counted: action.stock !== null });
      if (action.stock !== null) product.available = action.stock;
      return { status: 200, resource: productView(product) };
    case 'override':
      shop.open = action.available ?? true;
      return { status: 200, resource: { available: shop.open } };
  }
}
