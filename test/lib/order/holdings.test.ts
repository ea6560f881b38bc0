import { expect, test } from '@jest/globals';
import { patchOrder } from '../../../lib/order/patchOrder.ts';
import { patchShipment, splitShipment } from '../../../lib/order/shipments.ts';
import type { OrderState } from '../../../lib/order/state.ts';
import { stockMoves } from '../../../lib/order/stock.ts';
import { builtOrder, storedProduct } from '../../support/builtOrder.ts';

type Change = (state: OrderState) => OrderState;

const now = new Date('2026-11-22T08:00:00.000Z');
const lines = [{ sku: 'tea', quantity: 3 }];
const tea = storedProduct('tea', 10, { counted: true, available: 9 });
const placed = builtOrder({ lines, authorized: true }, [tea], { now, shipment: 'a' });

const ship =
  (patch: object, id = 'a'): Change =>
  (state) =>
    patchShipment(state, id, patch, now);
const update =
  (patch: object): Change =>
  (state) =>
    patchOrder(state, patch, now, undefined);
const split: Change = (state) =>
  splitShipment(state, { from: 'a', lines: [{ sku: 'tea', quantity: 1 }] }, { id: 'b', now, idempotency: undefined });

const [carrier, shipped, delivered, ready] = [
  ship({ carrier: 'DHL' }),
  ship({ state: 'shipped' }),
  ship({ state: 'delivered' }),
  ship({ state: 'ready' }),
];
const [cancel, restock, reopen] = [
  update({ cancelled: true }),
  update({ cancelled: true, restock: true }),
  update({ cancelled: false }),
];

/** How the stock of `tea` changes in each step, as available and reserved units. */
test.each<[string, Change[], string[]]>([
  ['a carrier moves nothing', [carrier], ['0 0']],
  ['the same state moves nothing', [ready], ['0 0']],
  ['what leaves is no longer reserved', [shipped, delivered, carrier], ['0 -3', '0 0', '0 0']],
  ['what comes back is reserved again', [delivered, ready, carrier], ['0 -3', '0 3', '0 0']],
  ['a cancelled order keeps its units', [cancel, carrier, reopen], ['0 0', '0 0', '0 0']],
  ['a restocked order frees its units until it is reopened', [restock, carrier, reopen], ['3 -3', '0 0', '-3 3']],
  ['restocking a cancelled order frees its units once', [cancel, restock, restock], ['0 0', '3 -3', '0 0']],
  ['what has left is not freed', [shipped, restock, reopen], ['0 -3', '0 0', '0 0']],
  ['what comes back to a cancelled order is reserved', [shipped, cancel, ready, restock], ['0 -3', '0 0', '0 3', '3 -3']],
  ['a split moves nothing', [split], ['0 0']],
  ['each part is held on its own', [split, shipped, restock, reopen], ['0 0', '0 -2', '1 -1', '-1 1']],
  ['a part of a restocked order is freed too', [restock, split, reopen], ['3 -3', '0 0', '-3 3']],
])('%s', (_, changes, moves) => {
  let state = placed;
  const moved = changes.map((change) => {
    const before = state;
    state = change(before);
    const [move] = stockMoves(before, state);
    return move ? `${move.available} ${move.reserved}` : '0 0';
  });
  expect(moved).toEqual(moves);
});

test('a new order takes its units, but only of products with tracked stock', () => {
  expect(stockMoves(undefined, placed)).toEqual([{ sku: 'tea', available: -3, reserved: 3 }]);
  expect(stockMoves(undefined, { ...placed, stock: { ...placed.stock, counted: [] } })).toEqual([]);
});
