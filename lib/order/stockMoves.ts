import type { StockMove } from '../product/stockActions.ts';
import type { Units } from '../values/units.ts';
import type { Order } from './schema.ts';

/** The state of a shipment's units: still reserved, freed by restocking, or sent with the parcel. */
export type Holding = 'reserved' | 'freed' | 'gone';

export type OrderStock = {
  /** The products with tracked stock when the order was placed. Only their stock changes. */
  counted: string[];
  /** Keyed by shipment ID. */
  holdings: Record<string, Holding>;
  /** Cancelled units that were not made available again. */
  writtenOff?: Units[];
};

type Holder = { order: Pick<Order, 'shipments' | 'returns'>; stock: OrderStock };

/** How stock changes when an order changes. A new order takes available units. */
export function stockMoves(before: Holder | undefined, after: Holder): StockMove[] {
  const from = before ? unitsHeld(before) : new Map<string, { taken: number; reserved: number }>();
  const moves = [...unitsHeld(after)].map(([sku, { taken, reserved }]) => {
    const held = from.get(sku) ?? { taken: 0, reserved: 0 };
    return { sku, available: held.taken - taken, reserved: reserved - held.reserved };
  });
  return moves.filter(({ available, reserved }) => available !== 0 || reserved !== 0);
}

/** The units that an order took of each product with tracked stock, and how many of them are still reserved. */
function unitsHeld({ order, stock: { counted, holdings, writtenOff = [] } }: Holder) {
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
  add(writtenOff, 1, false);
  for (const { lines, restocked } of order.returns) if (restocked) add(lines, -1, false);
  return held;
}
