/**
 * What the contract says of orders, money and stock (§4), in the plainest words: everything in memory, one request after
 * the other, and money in whole minor units.
 */
export type Product = { price: number; counted: boolean; available: number; reserved: number };
type Payment = { id: string; total: number; balance_after: number };
export type State = 'ready' | 'shipped' | 'delivered';

export type Order = {
  number: string;
  shipment: string;
  version: number;
  total: number;
  payments: Payment[];
  authorized: boolean;
  cancelled: boolean;
  visible: boolean;
  state: State;
  /** What it took of products that were counted, and where that is now. */
  units: Record<string, number>;
  holding: 'reserved' | 'freed' | 'gone';
};

export type Shop = {
  open: boolean;
  products: Record<string, Product>;
  orders: Record<string, Order>;
  remembered: Record<string, { body: string; status: number; of: { order?: string; payment?: string } }>;
};

type Line = { sku: string; quantity: number; price?: number };
type Patch = { authorized?: boolean; cancelled?: boolean; restock?: boolean; visible?: boolean };
type Wish =
  | { kind: 'place'; lines: Line[]; shipping: number; authorized: boolean }
  | { kind: 'pay'; order: string; refund: boolean; total?: number }
  | { kind: 'patch'; order: string; patch: Patch }
  | { kind: 'ship'; order: string; state: State }
  | { kind: 'adjust'; sku: string; by: number }
  | { kind: 'put'; sku: string; stock: number | null; price: number }
  | { kind: 'override'; available: boolean | null };

export type Request = { wish: Wish; key?: string | undefined; ifMatch?: number | undefined };

/** What an answer says: of a thing that it shows, what the model knows; ids and numbers are drawn by the service. */
export type Outcome = { status: number; code?: string; short?: string[]; max?: number; replayed?: true; thing?: object };
export type Drawn = { number?: string; shipment?: string; payment?: string };

const refused = (code: string, told: object = {}): Outcome => ({ status: 409, code, ...told });
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

export function balanceOf({ cancelled, total, payments }: Order): number {
  return (cancelled ? 0 : total) - sum(payments.map((payment) => payment.total));
}

export function viewOf({ shipment, units, holding, ...order }: Order) {
  const totals = order.payments.map(({ total }) => total);
  const paid = sum(totals.filter((total) => total > 0));
  return { ...order, paid, refunded: paid - sum(totals), balance: balanceOf({ shipment, units, holding, ...order }) };
}

/** Answers a request as the contract says, and changes the shop by it. */
export function answer(shop: Shop, { wish, key, ifMatch }: Request, drawn: Drawn): Outcome {
  const place = `${wish.kind} ${'order' in wish ? wish.order : 'sku' in wish ? wish.sku : ''} ${key}`;
  const body = JSON.stringify(wish);
  const earlier = key === undefined ? undefined : shop.remembered[place];
  if (earlier && earlier.body !== body) return { status: 422, code: 'idempotency_key_reused' };
  if (earlier) return { status: earlier.status, replayed: true, ...shown(shop, earlier.of) };
  const order = 'order' in wish ? (shop.orders[wish.order] as Order) : undefined;
  if (order && ifMatch !== undefined && ifMatch !== order.version) return { status: 412, code: 'version_mismatch' };
  const outcome = effectOf(shop, wish, order as Order, drawn);
  if (key !== undefined && !outcome.code) {
    const of = wish.kind === 'pay' ? { order: wish.order, payment: drawn.payment } : { order: drawn.number };
    shop.remembered[place] = { body, status: outcome.status, of: wish.kind === 'adjust' ? {} : (of as Drawn) };
  }
  return outcome;
}

/** A payment is shown as it was recorded, an order as it stands now. */
function shown({ orders }: Shop, of: { order?: string; payment?: string }): { thing?: object } {
  const order = orders[of.order ?? ''];
  if (!order) return {};
  return { thing: of.payment ? (order.payments.find(({ id }) => id === of.payment) as Payment) : viewOf(order) };
}

function effectOf(shop: Shop, wish: Wish, order: Order, drawn: Drawn): Outcome {
  switch (wish.kind) {
    case 'place':
      return place(shop, wish, drawn);
    case 'pay':
      return pay(order, wish, drawn.payment ?? '');
    case 'patch':
      return change(shop, order, wish.patch);
    case 'ship':
      return ship(shop, order, wish.state);
    case 'adjust':
      return adjust(shop.products[wish.sku] as Product, wish.by);
    case 'put': {
      const product = shop.products[wish.sku] as Product;
      Object.assign(product, { price: wish.price, counted: wish.stock !== null });
      if (wish.stock !== null) product.available = wish.stock;
      return { status: 200, thing: stockOf(product) };
    }
    case 'override':
      shop.open = wish.available ?? true;
      return { status: 200, thing: { available: shop.open } };
  }
}

export const stockOf = ({ price, counted, available, reserved }: Product) => ({
  price,
  stock: counted ? { available, reserved } : null,
});

/** The SKUs of which there is too little. */
const shortOf = ({ products }: Shop, units: Record<string, number>) =>
  Object.keys(units)
    .sort()
    .filter((sku) => products[sku]?.counted && products[sku].available < (units[sku] as number));

/** Moves units between what is available, which stands still while a product is not counted, and what is reserved. */
function move({ products }: Shop, units: Record<string, number>, direction: { available?: number; reserved: number }) {
  for (const [sku, count] of Object.entries(units)) {
    const product = products[sku] as Product;
    if (product.counted) product.available += count * (direction.available ?? 0);
    product.reserved += count * direction.reserved;
  }
}

function place(shop: Shop, { lines, shipping, authorized }: Wish & { kind: 'place' }, { number, shipment }: Drawn): Outcome {
  if (!shop.open) return refused('store_unavailable');
  const units: Record<string, number> = {};
  for (const { sku, quantity } of lines) if (shop.products[sku]?.counted) units[sku] = (units[sku] ?? 0) + quantity;
  const short = shortOf(shop, units);
  if (short.length > 0) return refused('insufficient_stock', { short });
  move(shop, units, { available: -1, reserved: 1 });
  const total =
    shipping + sum(lines.map(({ sku, quantity, price }) => quantity * (price ?? (shop.products[sku] as Product).price)));
  const order: Order = {
    ...{ number: number ?? '', shipment: shipment ?? '', version: 1, total, payments: [], authorized },
    ...{ cancelled: false, visible: true, state: 'ready', units, holding: 'reserved' },
  };
  shop.orders[order.number] = order;
  return { status: 201, thing: viewOf(order) };
}

function pay(order: Order, { refund, total: asked }: Wish & { kind: 'pay' }, id: string): Outcome {
  const balance = balanceOf(order);
  const left = sum(order.payments.map(({ total }) => total));
  if (refund) {
    if (asked === undefined && balance >= 0) return refused('nothing_to_refund');
    if (-(asked ?? balance) > left) return refused('refund_exceeds_paid', { max: left });
  } else {
    if (order.cancelled) return refused('order_cancelled');
    if (asked === undefined && balance <= 0) return refused('order_settled');
    if ((asked ?? balance) > balance) return refused('payment_exceeds_balance', { max: Math.max(balance, 0) });
  }
  const total = asked ?? balance;
  const payment = { id, total, balance_after: balance - total };
  order.payments.push(payment);
  order.version += 1;
  return { status: 201, thing: payment };
}

function change(shop: Shop, order: Order, { restock = false, ...patch }: Patch): Outcome {
  const frees = restock && order.holding === 'reserved';
  const takes = patch.cancelled === false && order.holding === 'freed';
  const short = takes ? shortOf(shop, order.units) : [];
  if (short.length > 0) return refused('insufficient_stock', { short });
  if (frees) move(shop, order.units, { available: 1, reserved: -1 });
  if (takes) move(shop, order.units, { available: -1, reserved: 1 });
  const changes = { ...patch, ...(frees && { holding: 'freed' as const }), ...(takes && { holding: 'reserved' as const }) };
  const isChanged = Object.entries(changes).some(([name, value]) => order[name as keyof Order] !== value);
  Object.assign(order, changes, { version: order.version + (isChanged ? 1 : 0) });
  return { status: 200, thing: viewOf(order) };
}

function ship(shop: Shop, order: Order, state: State): Outcome {
  if (!order.authorized) return refused('order_not_authorized');
  const [leaves, returns] = [order.state === 'ready' && state !== 'ready', order.state !== 'ready' && state === 'ready'];
  if (leaves && order.cancelled) return refused('order_cancelled');
  if (leaves && order.holding === 'reserved') {
    move(shop, order.units, { reserved: -1 });
    order.holding = 'gone';
  }
  if (returns && order.holding === 'gone') {
    move(shop, order.units, { reserved: 1 });
    order.holding = 'reserved';
  }
  order.version += order.state === state ? 0 : 1;
  order.state = state;
  return { status: 200, thing: { state } };
}

function adjust(product: Product, by: number): Outcome {
  if (!product.counted) return { status: 400, code: 'invalid_request' };
  if (product.available + by < 0) return refused('insufficient_stock');
  product.available += by;
  return { status: 200 };
}
