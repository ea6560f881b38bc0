import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore } from '../support/actors.ts';
import { call, overHttp } from '../support/call.ts';
import { itemsOf } from '../support/database.ts';
import { anOrder, aProduct, cancelPart, keyed, read, ship, split, stockOf, update } from '../support/orders.ts';

let sku: string;

const store = await aStore();

/** An authorized order of 6 of 10 units, on two lines: 4 at 10 and 2 at 3. Shipping costs 5. */
async function anOrderOfSix(): Promise<Order> {
  sku = await aProduct(store, { stock: 10 });
  const lines = [
    { sku, quantity: 4 },
    { sku, quantity: 2, price: 3 },
  ];
  return anOrder(store, { lines, authorized: true, shipping: { name: 'Post', price: 5 } });
}

const units = (...quantities: [line: number, quantity: number][]) => ({
  lines: quantities.map(([line, quantity]) => ({ line, quantity })),
});
const parcels = ({ shipments }: Order) => shipments.map(({ lines }) => lines.map(({ quantity }) => quantity));

test('takes units off the order, its shipment, its price and the reserved stock', async () => {
  const order = await anOrderOfSix();
  const body = { ...units([1, 1], [0, 2]), reason: 'sold out' };
  const { status, payload, headers } = await cancelPart(store, order.number, body);
  expect([status, headers.etag]).toEqual([201, '"2"']);
  const { orders } = payload;
  const lines = [{ cancelled: 2 }, { cancelled: 1 }].map((line) => ({ ...line, credited: 0 }));
  expect(orders).toMatchObject({ lines, total: 51, credited: 23, balance: 28 });
  expect(parcels(orders)).toEqual([[1, 2]]);
  const { id } = orders.credits[0];
  expect(orders.credits).toEqual([{ ...body, id, created: orders.updated, amount: 23, cancelled: true }]);
  expect(await stockOf(store, sku)).toEqual([7, 3]);
  expect(await read(store, order.number)).toEqual(orders);
});

test('without restock, the units are written off, also if the order is restocked later', async () => {
  const { number } = await anOrderOfSix();
  await cancelPart(store, number, { ...units([0, 2]), restock: false });
  expect(await stockOf(store, sku)).toEqual([4, 4]);
  await update(store, number, { cancelled: true, restock: true });
  expect(await stockOf(store, sku)).toEqual([8, 0]);
  await update(store, number, { cancelled: false });
  expect(await stockOf(store, sku)).toEqual([4, 4]);
});

test('the order costs less by at most what it still costs', async () => {
  const { number } = await anOrderOfSix();
  await call('createCredit', { as: store.key, params: { number }, body: { amount: 45 } });
  await cancelPart(store, number, units([0, 1]));
  const { orders } = (await cancelPart(store, number, units([0, 1]))).payload;
  expect(orders).toMatchObject({ credited: 51, balance: 0, credits: [{ amount: 45 }, { amount: 6 }, { amount: 0 }] });
});

test('the newest ready shipment gives first and vanishes when it is empty', async () => {
  const order = await anOrderOfSix();
  const { number } = order;
  const id = order.shipments[0]?.id;
  const splitOff = () => split(store, number, { from: id, lines: [{ sku, quantity: 2 }] }, keyed('s'));
  const { shipment } = (await splitOff()).payload;
  await ship(store, { number, shipments: [shipment] }, { tracking_number: 'TRACK-7' });
  expect(parcels((await cancelPart(store, number, units([0, 3]))).payload.orders)).toEqual([[1, 2]]);
  const { entries } = (await call('getHistory', { as: store.key, params: { number } })).payload;
  expect(entries[0].changes).toEqual([
    { field: `shipments.${id}.lines`, from: `2 ${sku}, 2 ${sku}`, to: `1 ${sku}, 2 ${sku}` },
    { field: `shipments.${shipment.id}.lines`, from: `2 ${sku}`, to: null },
    { field: 'credit', from: null, to: 30 },
  ]);
  expect(entries[1].changes).toMatchObject([{ field: `shipments.${shipment.id}.tracking_number` }]);
  const description =
    'There is no shipment from this split any more, because its units were cancelled. To split again, send a new `Idempotency-Key`.';
  expect(await splitOff()).toMatchObject({ status: 404, body: { description } });
  if (!overHttp) expect(await itemsOf(store, 'FIND#R:track7')).toEqual([]);
});
