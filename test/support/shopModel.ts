import {
  change,
  type NewOrder,
  type Order,
  type Outcome,
  orderView,
  type Patch,
  pay,
  place,
  refused,
  type State,
  ship,
} from './orderModel.ts';
import { type Product, type Products, productView } from './stockModel.ts';

/** A shop of the model: everything in memory, one request after the other. */
export type Shop = {
  open: boolean;
  products: Products;
  orders: Record<string, Order>;
  /** What the requests with a key have made. */
  remembered: Record<string, { body: string; status: number; order?: string | undefined; payment?: string | undefined }>;
};

export type Wish =
  | ({ kind: 'place' } & NewOrder)
  | { kind: 'pay'; order: string; refund: boolean; total?: number }
  | { kind: 'patch'; order: string; patch: Patch }
  | { kind: 'ship'; order: string; state: State }
  | { kind: 'adjust'; sku: string; by: number }
  | { kind: 'put'; sku: string; stock: number | null; price: number }
  | { kind: 'override'; available: boolean | null };
export type Request = { wish: Wish; key?: string | undefined; ifMatch?: number | undefined };

/** What the service draws itself. */
export type Drawn = { number: string; shipment: string; payment: string };

export const shopView = ({ orders, products }: Shop) => ({
  orders: Object.fromEntries(Object.entries(orders).map(([number, order]) => [number, orderView(order)])),
  products: Object.fromEntries(Object.entries(products).map(([sku, product]) => [sku, productView(product)])),
});

/** Answers a request as the contract says, and changes the shop by it. */
export function answer(shop: Shop, { wish, key, ifMatch }: Request, drawn: Drawn): Outcome {
  const path = `${wish.kind} ${'order' in wish ? wish.order : 'sku' in wish ? wish.sku : ''}`;
  const body = JSON.stringify(wish);
  const earlier = key === undefined ? undefined : shop.remembered[`${path} ${key}`];
  if (earlier && earlier.body !== body) return { status: 422, code: 'idempotency_key_reused' };
  if (earlier) return { status: earlier.status, replayed: true, ...replay(shop, earlier) };
  const version = 'order' in wish ? shop.orders[wish.order]?.version : undefined;
  if (ifMatch !== undefined && ifMatch !== version) return { status: 412, code: 'version_mismatch' };
  const outcome = effectOf(wish, shop, drawn);
  if (key !== undefined && !outcome.code) {
    const made = { place: { order: drawn.number }, pay: { order: path.slice(4), payment: drawn.payment } };
    shop.remembered[`${path} ${key}`] = { body, status: outcome.status, ...made[wish.kind as keyof typeof made] };
  }
  return outcome;
}

/** A payment as it was recorded; an order as it stands now. */
function replay({ orders }: Shop, { order, payment }: { order?: string | undefined; payment?: string | undefined }) {
  const found = order === undefined ? undefined : (orders[order] as Order);
  if (!found) return {};
  return { thing: payment ? (found.payments.find(({ id }) => id === payment) as object) : orderView(found) };
}

function effectOf(wish: Wish, shop: Shop, { payment, ...drawn }: Drawn): Outcome {
  const order = ('order' in wish ? shop.orders[wish.order] : undefined) as Order;
  const product = ('sku' in wish ? shop.products[wish.sku] : undefined) as Product;
  switch (wish.kind) {
    case 'place': {
      if (!shop.open) return refused('store_unavailable');
      const placed = place(wish, shop.products, drawn);
      if ('status' in placed) return placed;
      shop.orders[placed.number] = placed;
      return { status: 201, thing: orderView(placed) };
    }
    case 'pay':
      return pay(order, wish.refund, wish.total, payment);
    case 'patch':
      return change(order, wish.patch, shop.products);
    case 'ship':
      return ship(order, wish.state, shop.products);
    case 'adjust':
      if (!product.counted) return { status: 400, code: 'invalid_request' };
      if (product.available + wish.by < 0) return refused('insufficient_stock');
      product.available += wish.by;
      return { status: 200 };
    case 'put':
      Object.assign(product, { price: wish.price, counted: wish.stock !== null });
      if (wish.stock !== null) product.available = wish.stock;
      return { status: 200, thing: productView(product) };
    case 'override':
      shop.open = wish.available ?? true;
      return { status: 200, thing: { available: shop.open } };
  }
}
