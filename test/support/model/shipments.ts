import {
  type Holding,
  move,
  type Order,
  type Outcome,
  type Products,
  perProduct,
  rejected,
  type Shipment,
  type State,
  shipmentOf,
  shipmentView,
  shortOf,
  sum,
  type Units,
} from './order.ts';

/** A simple model of the contract for shipments: their states, the units that they hold, splits and returns. */
export type ShipmentPatch = { state?: State | undefined; carrier?: string | null | undefined };

const countedUnits = (shipments: Shipment[]) =>
  perProduct(shipments.flatMap(({ lines }) => lines.filter(({ isCounted }) => isCounted)));

const holdingShipments = ({ shipments }: Order, holding: Holding) => shipments.filter((each) => each.holding === holding);

/** The SKUs whose freed units are no longer all available. */
export const shortToTakeBack = (order: Order, products: Products) =>
  shortOf(countedUnits(holdingShipments(order, 'freed')), products);

const steps: Record<string, { available?: number; reserved: number }> = {
  'reserved freed': { available: 1, reserved: -1 },
  'freed reserved': { available: -1, reserved: 1 },
  'reserved gone': { reserved: -1 },
  'gone reserved': { reserved: 1 },
};

function hold(shipment: Shipment, to: Holding, products: Products): void {
  const step = steps[`${shipment.holding} ${to}`];
  if (step) move(countedUnits([shipment]), products, step);
  shipment.holding = to;
}

/** Moves the units of every shipment that holds them in this way. Returns whether there was one. */
export function holdUnits(order: Order, from: Holding, to: Holding, products: Products): boolean {
  const shipments = holdingShipments(order, from);
  for (const shipment of shipments) hold(shipment, to, products);
  return shipments.length > 0;
}

export function ship(order: Order, id: string, { state, ...rest }: ShipmentPatch, products: Products): Outcome {
  const shipment = shipmentOf(order, id);
  if (state !== undefined && !order.authorized) return rejected('order_not_authorized');
  const [isReady, willBeReady] = [shipment.state === 'ready', (state ?? shipment.state) === 'ready'];
  if (isReady && !willBeReady && order.cancelled) return rejected('order_cancelled');
  if (state === 'ready' && shipment.lines.some(({ returned }) => returned > 0)) return rejected('shipment_returned');
  if (isReady && !willBeReady && shipment.holding === 'reserved') hold(shipment, 'gone', products);
  if (!isReady && willBeReady && shipment.holding === 'gone') hold(shipment, 'reserved', products);
  const given = Object.entries({ state, ...rest }).filter(([, value]) => value !== undefined);
  const isChanged = given.some(([field, value]) => shipment[field as keyof Shipment] !== value);
  if (isChanged) order.version += 1;
  Object.assign(shipment, Object.fromEntries(given));
  return { status: 200, resource: shipmentView(shipment) };
}

type SkuUnits = { sku: string; quantity: number };
export type NewShipment = { from: string; lines: SkuUnits[] };
export type NewReturn = { lines?: SkuUnits[] | undefined; restock?: boolean | undefined; reason?: string | undefined };

type Line = Shipment['lines'][number];

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
  const units = perProduct(lines);
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
  const units = perProduct(lines ?? shipment.lines.map((line) => ({ sku: line.sku, quantity: left(line) })));
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
