import { move, type Products, shortOf, type Units, unitsOf } from './stockModel.ts';

/** A simple model of the contract for orders and money (§4). Amounts are whole minor units. */
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
  /** The units that the order took of counted products, and where they are now. */
  units: Units;
  holding: 'reserved' | 'freed' | 'gone';
};
export type State = 'ready' | 'shipped' | 'delivered';
type Payment = { id: string; total: number; balance_after: number };

export type NewOrder = { lines: { sku: string; quantity: number; price?: number }[]; shipping: number; authorized: boolean };
export type Patch = { authorized?: boolean; cancelled?: boolean; restock?: boolean; visible?: boolean };

/** A response, with the part of its resource that the model covers. */
export type Outcome = { status: number; code?: string; short?: string[]; max?: number; replayed?: true; resource?: object };

export const rejected = (code: string, details: object = {}): Outcome => ({ status: 409, code, ...details });
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const moneyIn = ({ payments }: Pick<Order, 'payments'>) => sum(payments.map(({ total }) => total));

export const netPaidOf = ({ payments }: Order) => moneyIn({ payments });
export const balanceOf = ({ cancelled, total, payments }: Order) => (cancelled ? 0 : total) - moneyIn({ payments });

export function orderView(order: Order) {
  const { shipment, units, holding, ...shown } = order;
  const paid = sum(order.payments.map(({ total }) => Math.max(total, 0)));
  return { ...shown, paid, refunded: paid - netPaidOf(order), balance: balanceOf(order) };
}

export function place(input: NewOrder, products: Products, generated: { number: string; shipment: string }): Order | Outcome {
  const { lines, shipping, authorized } = input;
  const units = unitsOf(lines, products);
  const short = shortOf(units, products);
  if (short.length > 0) return rejected('insufficient_stock', { short });
  move(units, products, { available: -1, reserved: 1 });
  const total =
    shipping + sum(lines.map(({ sku, quantity, price }) => quantity * (price ?? products[sku]?.price ?? Number.NaN)));
  const fresh = { version: 1, payments: [], cancelled: false, visible: true, state: 'ready', holding: 'reserved' } as const;
  return { ...generated, ...fresh, payments: [], total, authorized, units };
}

export function pay(order: Order, refund: boolean, requested: number | undefined, id: string): Outcome {
  const [balance, netPaid] = [balanceOf(order), netPaidOf(order)];
  const total = requested ?? balance;
  if (refund) {
    if (requested === undefined && balance >= 0) return rejected('nothing_to_refund');
    if (-total > netPaid) return rejected('refund_exceeds_paid', { max: netPaid });
  } else {
    if (order.cancelled) return rejected('order_cancelled');
    if (requested === undefined && balance <= 0) return rejected('order_settled');
    if (total > balance) return rejected('payment_exceeds_balance', { max: Math.max(balance, 0) });
  }
  const payment = { id, total, balance_after: balance - total };
  order.payments.push(payment);
  order.version += 1;
  return { status: 201, resource: payment };
}

export function change(order: Order, { restock = false, ...patch }: Patch, products: Products): Outcome {
  const frees = restock && order.holding === 'reserved';
  const takes = patch.cancelled === false && order.holding === 'freed';
  const short = takes ? shortOf(order.units, products) : [];
  if (short.length > 0) return rejected('insufficient_stock', { short });
  if (frees) move(order.units, products, { available: 1, reserved: -1 });
  if (takes) move(order.units, products, { available: -1, reserved: 1 });
  const changes = { ...patch, ...(frees && { holding: 'freed' }), ...(takes && { holding: 'reserved' }) };
  const isChanged = Object.entries(changes).some(([name, value]) => order[name as keyof Order] !== value);
  Object.assign(order, changes, { version: order.version + (isChanged ? 1 : 0) });
  return { status: 200, resource: orderView(order) };
}

export function ship(order: Order, state: State, products: Products): Outcome {
  if (!order.authorized) return rejected('order_not_authorized');
  const leaves = order.state === 'ready' && state !== 'ready';
  const returns = order.state !== 'ready' && state === 'ready';
  if (leaves && order.cancelled) return rejected('order_cancelled');
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
  return { status: 200, resource: { state } };
}
