import { merged, priceOf } from './money.ts';
import {
  type LineUnits,
  move,
  type Order,
  type Outcome,
  orderView,
  type Products,
  perProduct,
  rejected,
  type Shipment,
  shortOf,
  sum,
} from './order.ts';
import { holdUnits, shortToTakeBack } from './shipments.ts';

/** A simple model of placing, changing and partly cancelling orders. */
export type NewOrder = { lines: { sku: string; quantity: number; price?: number }[]; shipping: number; authorized: boolean };
export type Patch = {
  [field in 'authorized' | 'cancelled' | 'restock' | 'visible']?: boolean | undefined;
} & { [field in 'customer' | 'address' | 'note']?: string | null | undefined };

export function place(input: NewOrder, products: Products, generated: { number: string; shipment: string }): Order | Outcome {
  const { shipping, authorized } = input;
  const units = perProduct(input.lines.filter(({ sku }) => products[sku]?.counted));
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

export type NewCancellation = { lines: LineUnits[]; restock?: boolean | undefined; reason?: string | undefined };

const lineOf = ({ lines }: Order, line: number) => lines[line] as Order['lines'][number];
const unitsOf = (shipments: Order['shipments'], sku?: string) =>
  sum(
    shipments.flatMap(({ lines }) =>
      lines.filter((line) => sku === undefined || line.sku === sku).map((line) => line.quantity),
    ),
  );
const ready = ({ shipments }: Order) => shipments.filter(({ state }) => state === 'ready');
const openUnits = ({ quantity, creditedUnits, cancelledUnits }: Order['lines'][number]) =>
  quantity - creditedUnits - cancelledUnits;

export function cancelPart(order: Order, { lines, restock = true }: NewCancellation, products: Products): Outcome {
  if (order.cancelled) return rejected('order_cancelled');
  const wanted = merged(lines);
  for (const [i, { line, quantity }] of wanted.entries()) {
    const before = wanted.slice(0, i);
    const { sku } = lineOf(order, line);
    const named = sum(before.filter((each) => lineOf(order, each.line).sku === sku).map((each) => each.quantity));
    const left = unitsOf(order.shipments) - sum(before.map((each) => each.quantity));
    const possible = Math.min(openUnits(lineOf(order, line)), unitsOf(ready(order), sku) - named);
    const max = Math.max(0, i === wanted.length - 1 ? Math.min(possible, left - 1) : possible);
    if (quantity > max) return rejected('cancellation_exceeds_ready', { max });
  }
  order.credited += Math.min(priceOf(order, wanted), Math.max(order.total - order.credited, 0));
  for (const { line, quantity } of wanted) {
    for (let unit = 0; unit < quantity; unit++) takeUnit(order, lineOf(order, line).sku, restock, products);
    lineOf(order, line).cancelledUnits += quantity;
  }
  for (const shipment of order.shipments) shipment.lines = shipment.lines.filter((each) => each.quantity > 0);
  order.shipments = order.shipments.filter((shipment) => shipment.lines.length > 0);
  order.version += 1;
  return { status: 201, resource: orderView(order) };
}

function takeUnit(order: Order, sku: string, restock: boolean, products: Products) {
  const has = (line: { sku: string; quantity: number }) => line.sku === sku && line.quantity > 0;
  const shipment = ready(order).findLast(({ lines }) => lines.some(has));
  const line = shipment?.lines.find(has) as Order['shipments'][number]['lines'][number];
  line.quantity -= 1;
  if (line.isCounted) move({ [sku]: 1 }, products, { available: restock ? 1 : 0, reserved: -1 });
}

/** How many units could be cancelled, and a request to cancel one of them. */
export function cancellable(order: Order): { max: number; one: LineUnits[] } {
  const skus = [...new Set(order.lines.map(({ sku }) => sku))];
  const open = (sku: string) => sum(order.lines.filter((line) => line.sku === sku).map(openUnits));
  const possible = sum(skus.map((sku) => Math.min(open(sku), unitsOf(ready(order), sku))));
  const first = order.lines.findIndex((line) => openUnits(line) > 0 && unitsOf(ready(order), line.sku) > 0);
  return {
    max: order.cancelled ? 0 : Math.max(Math.min(possible, unitsOf(order.shipments) - 1), 0),
    one: [{ line: Math.max(first, 0), quantity: 1 }],
  };
}
