import { move, type Products, shortOf, type Units, unitsOf } from './stockModel.ts';

/** What the contract says of orders and money (§4), in the plainest words; money is whole minor units. */
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
  units: Units;
  holding: 'reserved' | 'freed' | 'gone';
};
export type State = 'ready' | 'shipped' | 'delivered';
type Payment = { id: string; total: number; balance_after: number };

export type NewOrder = { lines: { sku: string; quantity: number; price?: number }[]; shipping: number; authorized: boolean };
export type Patch = { authorized?: boolean; cancelled?: boolean; restock?: boolean; visible?: boolean };

/** What an answer says; of a thing that it shows, what the model knows. */
export type Outcome = { status: number; code?: string; short?: string[]; max?: number; replayed?: true; thing?: object };

export const refused = (code: string, told: object = {}): Outcome => ({ status: 409, code, ...told });
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const moneyIn = ({ payments }: Pick<Order, 'payments'>) => sum(payments.map(({ total }) => total));

export const leftOf = ({ payments }: Order) => moneyIn({ payments });
export const balanceOf = ({ cancelled, total, payments }: Order) => (cancelled ? 0 : total) - moneyIn({ payments });

export function orderView(order: Order) {
  const { shipment, units, holding, ...shown } = order;
  const paid = sum(order.payments.map(({ total }) => Math.max(total, 0)));
  return { ...shown, paid, refunded: paid - leftOf(order), balance: balanceOf(order) };
}

export function place(input: NewOrder, products: Products, drawn: { number: string; shipment: string }): Order | Outcome {
  const { lines, shipping, authorized } = input;
  const units = unitsOf(lines, products);
  const short = shortOf(units, products);
  if (short.length > 0) return refused('insufficient_stock', { short });
  move(units, products, { available: -1, reserved: 1 });
  const total =
    shipping + sum(lines.map(({ sku, quantity, price }) => quantity * (price ?? products[sku]?.price ?? Number.NaN)));
  const fresh = { version: 1, payments: [], cancelled: false, visible: true, state: 'ready', holding: 'reserved' } as const;
  return { ...drawn, ...fresh, payments: [], total, authorized, units };
}

export function pay(order: Order, refund: boolean, asked: number | undefined, id: string): Outcome {
  const [balance, left] = [balanceOf(order), leftOf(order)];
  const total = asked ?? balance;
  if (refund) {
    if (asked === undefined && balance >= 0) return refused('nothing_to_refund');
    if (-total > left) return refused('refund_exceeds_paid', { max: left });
  } else {
    if (order.cancelled) return refused('order_cancelled');
    if (asked === undefined && balance <= 0) return refused('order_settled');
    if (total > balance) return refused('payment_exceeds_balance', { max: Math.max(balance, 0) });
  }
  const payment = { id, total, balance_after: balance - total };
  order.payments.push(payment);
  order.version += 1;
  return { status: 201, thing: payment };
}

export function change(order: Order, { restock = false, ...patch }: Patch, products: Products): Outcome {
  const frees = restock && order.holding === 'reserved';
  const takes = patch.cancelled === false && order.holding === 'freed';
  const short = takes ? shortOf(order.units, products) : [];
  if (short.length > 0) return refused('insufficient_stock', { short });
  if (frees) move(order.units, products, { available: 1, reserved: -1 });
  if (takes) move(order.units, products, { available: -1, reserved: 1 });
  const changes = { ...patch, ...(frees && { holding: 'freed' }), ...(takes && { holding: 'reserved' }) };
  const isChanged = Object.entries(changes).some(([name, value]) => order[name as keyof Order] !== value);
  Object.assign(order, changes, { version: order.version + (isChanged ? 1 : 0) });
  return { status: 200, thing: orderView(order) };
}

export function ship(order: Order, state: State, products: Products): Outcome {
  if (!order.authorized) return refused('order_not_authorized');
  const leaves = order.state === 'ready' && state !== 'ready';
  const returns = order.state !== 'ready' && state === 'ready';
  if (leaves && order.cancelled) return refused('order_cancelled');
  if (leaves && order.holding === 'reserved') {
    move(order.units, products, { reserved: -1 });
    order.holding = 'gone';
  }
  if (returns && order.holding === 'gone') {
    move(order.units, products, { reserved: 1 });
    order.holding = 'reserved';
  }
  order.version += order.state === state ? 0 : 1;
  order.state = state;
  return { status: 200, thing: { state } };
}
