import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { anOrder, aProduct, read, returnUnits, ship, stockOf } from '../support/orders.ts';

let sku: string;

const store = await aStore();

/** An order of 5 of 10 units that has been shipped. */
async function aShippedOrder() {
  sku = await aProduct(store, { stock: 10 });
  const lines = [
    { sku, quantity: 3 },
    { sku, quantity: 2 },
  ];
  const order = await anOrder(store, { lines, authorized: true });
  await ship(store, order, { state: 'shipped' });
  return order;
}

const units = (quantity: number) => ({ lines: [{ sku, quantity }] });
const returned = (answer: { payload: { shipment: { lines: { returned: number }[] } } }) =>
  answer.payload.shipment.lines.map(({ returned }) => returned);

test('makes returned units available again, starting with the first line', async () => {
  const order = await aShippedOrder();
  const answer = await returnUnits(store, order, { ...units(4), reason: 'too green' });
  expect([answer.status, returned(answer)]).toEqual([201, [3, 1]]);
  expect(await stockOf(store, sku)).toEqual([9, 0]);
  const after = await read(store, order.number);
  expect(after).toMatchObject({ version: 3, total: 50, balance: 50, shipments: [answer.payload.shipment] });
  expect(after.updated).toBe(answer.payload.shipment.updated);
});

test.each([undefined, {}, { restock: true }])('%j returns everything that has not come back yet', async (body) => {
  const order = await aShippedOrder();
  await returnUnits(store, order, units(1));
  const answer = await returnUnits(store, order, body);
  expect([answer.status, returned(answer)]).toEqual([201, [3, 2]]);
  expect(await stockOf(store, sku)).toEqual([10, 0]);
});

test('without restock, units come back but are not available', async () => {
  const order = await aShippedOrder();
  const answer = await returnUnits(store, order, { ...units(2), restock: false });
  expect([answer.status, returned(answer)]).toEqual([201, [2, 0]]);
  expect((await read(store, order.number)).returns).toMatchObject([
    { shipment: order.shipments[0]?.id, ...units(2), restocked: false, reason: null },
  ]);
  expect(await stockOf(store, sku)).toEqual([5, 0]);
});
