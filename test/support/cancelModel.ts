import { merged, priceOf } from './moneyModel.ts';
import { type LineUnits, type Order, type Outcome, orderView, rejected, sum } from './orderModel.ts';
import { move, type Products } from './stockModel.ts';

/** A simple model of the contract for cancelling a part of an order. */
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
