import { type Order, type Outcome, rejected, type Shipment, shipmentOf, shipmentView, sum } from './orderModel.ts';
import { move, type Products, type Units } from './stockModel.ts';

/** A simple model of the contract for splitting and returning shipments. */
type SkuUnits = { sku: string; quantity: number };
export type NewShipment = { from: string; lines: SkuUnits[] };
export type NewReturn = { lines?: SkuUnits[] | undefined; restock?: boolean | undefined; reason?: string | undefined };

type Line = Shipment['lines'][number];
/** Each SKU once, in the order in which they are first named. */
function totalPerProduct(lines: SkuUnits[]): Units {
  const units: Units = {};
  for (const { sku, quantity } of lines) units[sku] = (units[sku] ?? 0) + quantity;
  return units;
}

/** Takes units from the first lines that have them, and calls `taken` with each line and its part. */
function take(units: Units, lines: Line[], has: (line: Line) => number, taken: (line: Line, quantity: number) => void) {
  for (const [sku, quantity] of Object.entries(units)) {
    let left = quantity;
    for (const line of lines.filter((each) => each.sku === sku)) {
      const part = Math.min(left, has(line));
      if (part > 0) taken(line, part);
      left -= part;
    }
  }
}

export function split(order: Order, { from, lines }: NewShipment, id: string): Outcome {
  const source = shipmentOf(order, from);
  if (source.state !== 'ready') return rejected('shipment_sent');
  const units = totalPerProduct(lines);
  let spare = sum(source.lines.map(({ quantity }) => quantity)) - 1;
  for (const [sku, quantity] of Object.entries(units)) {
    const held = sum(source.lines.filter((line) => line.sku === sku).map((line) => line.quantity));
    const max = Math.min(held, spare);
    if (quantity > max) return rejected('shipment_exceeded', { max });
    spare -= quantity;
  }
  const isCounted = (sku: string) => source.lines.some((line) => line.sku === sku && line.isCounted);
  const moved = Object.entries(units).map(([sku, quantity]) => ({ sku, quantity, returned: 0, isCounted: isCounted(sku) }));
  const taken = (line: Line, quantity: number) => {
    line.quantity -= quantity;
  };
  take(units, source.lines, (line) => line.quantity, taken);
  source.lines = source.lines.filter(({ quantity }) => quantity > 0);
  const shipment: Shipment = { id, state: 'ready', holding: source.holding, lines: moved, carrier: null };
  order.shipments.push(shipment);
  order.version += 1;
  return { status: 201, resource: shipmentView(shipment) };
}

export function returnUnits(order: Order, id: string, { lines, restock = true }: NewReturn, products: Products): Outcome {
  const shipment = shipmentOf(order, id);
  if (shipment.state === 'ready') return rejected('shipment_ready');
  const left = (line: Line) => line.quantity - line.returned;
  const leftOf = (sku: string) => sum(shipment.lines.filter((line) => line.sku === sku).map(left));
  const units = totalPerProduct(lines ?? shipment.lines.map((line) => ({ sku: line.sku, quantity: left(line) })));
  for (const [sku, quantity] of Object.entries(units)) {
    if (quantity > leftOf(sku)) return rejected('return_exceeds_sent', { max: leftOf(sku) });
  }
  if (sum(Object.values(units)) === 0) return rejected('return_exceeds_sent', { max: 0 });
  take(units, shipment.lines, left, (line, quantity) => {
    line.returned += quantity;
    if (restock && line.isCounted) move({ [line.sku]: quantity }, products, { available: 1, reserved: 0 });
  });
  order.version += 1;
  return { status: 201, resource: shipmentView(shipment) };
}
