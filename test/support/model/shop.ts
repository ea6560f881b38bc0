import * as changes from './changes.ts';
import * as money from './money.ts';
import {
  invalid,
  notFound,
  type Order,
  type Outcome,
  orderView,
  type Product,
  type Products,
  productView,
  rejected,
  shipmentOf,
  shipmentView,
} from './order.ts';
import * as shipments from './shipments.ts';

/** The model of a shop. It is in memory and handles one request at a time. */
export type Shop = {
  products: Products;
  orders: Record<string, Order>;
  /** The results of requests with an Idempotency-Key. */
  remembered: Record<string, { body: string; status: number; order?: string; payment?: string; shipment?: string }>;
};

export type Action =
  | ({ kind: 'place' } & changes.NewOrder)
  | ({ kind: 'pay'; order: string } & money.NewPayment)
  | ({ kind: 'credit'; order: string } & money.NewCredit)
  | ({ kind: 'cancel'; order: string } & changes.NewCancellation)
  | { kind: 'patch'; order: string; patch: changes.Patch }
  | { kind: 'erase'; order: string }
  | { kind: 'ship'; order: string; shipment: string; patch: shipments.ShipmentPatch }
  | ({ kind: 'split'; order: string } & shipments.NewShipment)
  | ({ kind: 'return'; order: string; shipment: string } & shipments.NewReturn)
  | { kind: 'adjust'; sku: string; by: number }
  | { kind: 'put'; sku: string; stock: number | null; price: number };
export type Request = { action: Action; key?: string | undefined; ifMatch?: number | undefined };

/** The ids that the service generates. */
export type Generated = { number: string; shipment: string; payment: string };

export const shopView = ({ orders, products }: Shop) => ({
  orders: Object.fromEntries(Object.entries(orders).map(([number, order]) => [number, orderView(order)])),
  products: Object.fromEntries(Object.entries(products).map(([sku, product]) => [sku, productView(product)])),
});

/** Returns the outcome that the contract requires, and updates the shop. */
export function answer(shop: Shop, { action, key, ifMatch }: Request, generated: Generated): Outcome {
  if (isInvalid(action)) return invalid;
  const path = pathOf(action);
  const body = JSON.stringify(action);
  const earlier = key === undefined ? undefined : shop.remembered[`${path} ${key}`];
  if (earlier && earlier.body !== body) return { status: 422, code: 'idempotency_key_reused' };
  if (earlier && isGone(shop, earlier)) return notFound;
  if (earlier) return { status: earlier.status, replayed: true, ...replay(shop, earlier) };
  const order = ('order' in action ? shop.orders[action.order] : undefined) as Order;
  if (action.kind === 'cancel' && action.lines.some(({ line }) => line >= order.lines.length)) return invalid;
  if ((action.kind === 'pay' || action.kind === 'credit') && money.isInvalidFor(order, action)) return invalid;
  if ('shipment' in action && isGone(shop, action)) return notFound;
  if (action.kind === 'split' && !order.shipments.some(({ id }) => id === action.from)) return notFound;
  if (ifMatch !== undefined && ifMatch !== order.version) return { status: 412, code: 'version_mismatch' };
  const outcome = effectOf(action, shop, order, generated);
  if (key !== undefined && !outcome.code) {
    shop.remembered[`${path} ${key}`] = { body, status: outcome.status, ...madeBy(action, generated) };
  }
  return outcome;
}

/** Whether the contract rejects a request without looking at anything else. */
function isInvalid(action: Action) {
  if (action.kind === 'pay') return money.isInvalidPayment(action);
  if (action.kind === 'credit') return money.isInvalidCredit(action);
  return action.kind === 'patch' && changes.isInvalidPatch(action.patch);
}

function pathOf(action: Action) {
  const thing = 'order' in action ? action.order : 'sku' in action ? action.sku : '';
  return `${action.kind} ${thing} ${action.kind === 'return' ? action.shipment : ''}`;
}

type Made = { order?: string; payment?: string; shipment?: string };

function madeBy(action: Action, { number, payment, shipment }: Generated): Made {
  if (action.kind === 'place') return { order: number };
  if (action.kind === 'pay') return { order: action.order, payment };
  if (action.kind === 'split') return { order: action.order, shipment };
  if (action.kind === 'return') return { order: action.order, shipment: action.shipment };
  return action.kind === 'credit' || action.kind === 'cancel' ? { order: action.order } : {};
}

/** Whether all units of a shipment were cancelled. */
const isGone = ({ orders }: Shop, { order, shipment }: Made) =>
  order !== undefined && shipment !== undefined && !orders[order]?.shipments.some(({ id }) => id === shipment);

/** A payment as it was recorded, or an order or shipment in its current state. */
function replay({ orders }: Shop, { order, payment, shipment }: Made) {
  const found = order === undefined ? undefined : (orders[order] as Order);
  if (!found) return {};
  if (payment) return { resource: found.payments.find(({ id }) => id === payment) as object };
  return { resource: shipment ? shipmentView(shipmentOf(found, shipment)) : orderView(found) };
}

function effectOf(action: Action, shop: Shop, order: Order, { payment, ...generated }: Generated): Outcome {
  const product = ('sku' in action ? shop.products[action.sku] : undefined) as Product;
  switch (action.kind) {
    case 'place': {
      const placed = changes.place(action, shop.products, generated);
      if ('status' in placed) return placed;
      shop.orders[placed.number] = placed;
      return { status: 201, resource: orderView(placed) };
    }
    case 'pay':
      return money.pay(order, action, payment);
    case 'credit':
      return money.credit(order, action);
    case 'cancel':
      return changes.cancelPart(order, action, shop.products);
    case 'patch':
      return changes.change(order, action.patch, shop.products);
    case 'erase':
      return changes.erase(order);
    case 'ship':
      return shipments.ship(order, action.shipment, action.patch, shop.products);
    case 'split':
      return shipments.split(order, action, generated.shipment);
    case 'return':
      return shipments.returnUnits(order, action.shipment, action, shop.products);
    case 'adjust':
      if (!product.counted) return invalid;
      if (product.available + action.by < 0) return rejected('insufficient_stock');
      product.available += action.by;
      return { status: 200 };
    case 'put':
      Object.assign(product, { price: action.price, counted: action.stock !== null });
      if (action.stock !== null) product.available = action.stock;
      return { status: 200 };
  }
}
