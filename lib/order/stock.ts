import type { StockMove } from '../product/stock.ts';

/** What happened to the units that an order took: still reserved, freed by restocking, or gone with the shipment. */
export type Holding = 'reserved' | 'freed' | 'gone';

/** The units that an order took from products that were counted when it was placed. */
export type OrderStock = { holding: Holding; units: Record<string, number> };

const unitsIn = {
  reserved: { available: 0, reserved: 1 },
  freed: { available: 1, reserved: 0 },
  gone: { available: 0, reserved: 0 },
};

/** How stock changes when an order's holding changes. A new order takes available units. */
export function stockMoves(before: OrderStock | undefined, after: OrderStock): StockMove[] {
  const from = unitsIn[before?.holding ?? 'freed'];
  const to = unitsIn[after.holding];
  const [available, reserved] = [to.available - from.available, to.reserved - from.reserved];
  if (available === 0 && reserved === 0) return [];
  return Object.entries(after.units).map(([sku, units]) => ({ sku, available: available * units, reserved: reserved * units }));
}
