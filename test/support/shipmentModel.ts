import {
  type Holding,
  type Order,
  type Outcome,
  rejected,
  type Shipment,
  type State,
  shipmentOf,
  shipmentView,
} from './orderModel.ts';
import { move, type Products, shortOf, type Units } from './stockModel.ts';

/** A simple model of the contract for shipments and the units that they hold. */
export type ShipmentPatch = { state?: State | undefined; carrier?: string | null | undefined };

const unitsIn = (shipments: Shipment[]): Units => {
  const units: Units = {};
  for (const { sku, quantity } of shipments.flatMap(({ lines }) => lines.filter(({ isCounted }) => isCounted))) {
    units[sku] = (units[sku] ?? 0) + quantity;
  }
  return units;
};

const holdingShipments = ({ shipments }: Order, holding: Holding) => shipments.filter((each) => each.holding === holding);

/** The SKUs whose freed units are no longer all available. */
export const shortToTakeBack = (order: Order, products: Products) =>
  shortOf(unitsIn(holdingShipments(order, 'freed')), products);

const steps: Record<string, { available?: number; reserved: number }> = {
  'reserved freed': { available: 1, reserved: -1 },
  'freed reserved': { available: -1, reserved: 1 },
  'reserved gone': { reserved: -1 },
  'gone reserved': { reserved: 1 },
};

function hold(shipment: Shipment, to: Holding, products: Products): void {
  const step = steps[`${shipment.holding} ${to}`];
  if (step) move(unitsIn([shipment]), products, step);
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
