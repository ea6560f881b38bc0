import { type Order, type Outcome, orderView, rejected, type Shipment, sum } from './orderModel.ts';
import { holdUnits, shortToTakeBack } from './shipmentModel.ts';
import { move, type Products, shortOf, unitsOf } from './stockModel.ts';

/** A simple model of placing and changing orders. */
export type NewOrder = { lines: { sku: string; quantity: number; price?: number }[]; shipping: number; authorized: boolean };
export type Patch = {
  [field in 'authorized' | 'cancelled' | 'restock' | 'visible']?: boolean | undefined;
} & { [field in 'customer' | 'address' | 'note']?: string | null | undefined };

export function place(input: NewOrder, products: Products, generated: { number: string; shipment: string }): Order | Outcome {
  const { shipping, authorized } = input;
  const units = unitsOf(input.lines, products);
  const short = shortOf(units, products);
  if (short.length > 0) return rejected('insufficient_stock', { short });
  move(units, products, { available: -1, reserved: 1 });
  const lines = input.lines.map(({ sku, quantity, price = products[sku]?.price ?? Number.NaN }) => ({
    ...{ sku, quantity, price },
    creditedUnits: 0,
    cancelledUnits: 0,
  }));
  const shipment: Shipment = {
    ...{ id: generated.shipment, state: 'ready', holding: 'reserved', carrier: null },
    lines: lines.map(({ sku, quantity }) => ({ sku, quantity, returned: 0, isCounted: sku in units })),
  };
  return {
    ...{ number: generated.number, version: 1, lines, authorized, cancelled: false, visible: true },
    ...{ customer: null, address: null, note: null, hasTexts: false, payments: [], credited: 0 },
    total: shipping + sum(lines.map(({ quantity, price }) => quantity * price)),
    shipments: [shipment],
  };
}

export const isInvalidPatch = ({ cancelled, restock, customer }: Patch) =>
  (customer !== undefined && cancelled !== undefined) ||
  (restock !== undefined && cancelled !== true && (restock || cancelled === undefined));

export function change(order: Order, { restock = false, ...patch }: Patch, products: Products): Outcome {
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as Partial<Order>;
  const hasNewAddress = given.address !== undefined && given.address !== order.address;
  if (hasNewAddress && !order.shipments.some(({ state }) => state === 'ready')) return rejected('order_shipped');
  const short = patch.cancelled === false ? shortToTakeBack(order, products) : [];
  if (short.length > 0) return rejected('insufficient_stock', { short });
  const isRestocked = restock && holdUnits(order, 'reserved', 'freed', products);
  const isTakenBack = patch.cancelled === false && holdUnits(order, 'freed', 'reserved', products);
  const isChanged = Object.entries(given).some(([name, value]) => order[name as keyof Order] !== value);
  const texts = [order.customer, order.address, order.note].join();
  Object.assign(order, given);
  if ([order.customer, order.address, order.note].join() !== texts) order.hasTexts = true;
  if (isChanged || isRestocked || isTakenBack) order.version += 1;
  return { status: 200, resource: orderView(order) };
}

export function erase(order: Order): Outcome {
  if (order.hasTexts) order.version += 1;
  Object.assign(order, { customer: null, address: null, note: null, hasTexts: false });
  return { status: 200, resource: orderView(order) };
}
