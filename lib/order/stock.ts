import type { StockMove } from '../product/stock.ts';
import type { Order } from './schema.ts';
import type { Units } from './units.ts';

/** What happened to the units of a shipment: still reserved, freed by restocking, or gone with the parcel. */
export type Holding = 'reserved' | 'freed' | 'gone';

export type OrderStock = {
  /** The products that were counted when the order was placed. Only their units ever move. */
  counted: string[];
  /** By shipment. */
  holdings: Record<string, Holding>;
};

/** Goods that came back. */
export type Return = {
  id: string;
  shipment: string;
  lines: Units[];
  /** Whether they are available again. */
  restock: boolean;
  reason: string | null;
  created: string;
};

type Holder = { order: Pick<Order, 'shipments'>; stock: OrderStock; returns: Return[] };

/** How stock changes when an order changes. A new order takes available units. */
export function stockMoves(before: Holder | undefined, after: Holder): StockMove[] {
  const from = before ? unitsHeld(before) : new Map<string, { taken: number; reserved: number }>();
  const moves = [...unitsHeld(after)].map(([sku, { taken, reserved }]) => {
    const held = from.get(sku) ?? { taken: 0, reserved: 0 };
    return { sku, available: held.taken - taken, reserved: reserved - held.reserved };
  });
  return moves.filter(({ available, reserved }) => available !== 0 || reserved !== 0);
}

/** What an order holds of each counted product: all units that it took from stock, and those of them that are reserved. */
function unitsHeld({ order, stock: { counted, holdings }, returns }: Holder) {
  const held = new Map(counted.map((sku) => [sku, { taken: 0, reserved: 0 }]));
  const add = (lines: Units[], sign: number, isReserved: boolean) => {
    for (const { sku, quantity } of lines) {
      const units = held.get(sku);
      if (units) units.taken += sign * quantity;
      if (units && isReserved) units.reserved += quantity;
    }
  };
  for (const { id, lines } of order.shipments) {
    if (holdings[id] !== 'freed') add(lines, 1, holdings[id] === 'reserved');
  }
  for (const { lines, restock } of returns) if (restock) add(lines, -1, false);
  return held;
}
