import type { Order } from '../../lib/order/schema.ts';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { itemsOf } from '../support/database.ts';
import * as orders from '../support/orders.ts';
import { raceTable, type Send, type Sends } from '../support/raceTable.ts';

const store = await aStore();

type Subject = { sku: string; order: Order };

/** An order of two of four units. */
async function begin(): Promise<Subject> {
  const sku = await orders.aProduct(store, { price: 5, stock: 4 });
  return { sku, order: await orders.anOrder(store, { lines: [{ sku, quantity: 2 }], authorized: true }) };
}

const toOrder =
  (id: string, body: object = {}, headers = {}): Send<Subject> =>
  ({ order: { number } }) =>
    call(id, { as: store.key, params: { number }, body, headers });
const toProduct =
  (id: string, body: object): Send<Subject> =>
  ({ sku }) =>
    call(id, { as: store.key, params: { sku }, body });

const pay = (body: object = {}, headers = {}) => toOrder('createPayment', body, headers);
const update = (body: object) => toOrder('updateOrder', body);
const ship =
  (state: string): Send<Subject> =>
  ({ order }) =>
    orders.ship(store, order, { state });
const setStock = (stock: number | null) => toProduct('putProduct', { name: 'Tea', price: 5, stock });

const [payment, restock] = [pay(), update({ cancelled: true, restock: true })];

const money: Sends<Subject> = {
  'pay what is due': payment,
  'pay 6': pay({ total: 6 }),
  'pay 6 with a key': pay({ total: 6 }, orders.keyed('once')),
  'pay with If-Match': pay({ total: 1 }, { 'If-Match': '"1"' }),
  'refund all': pay({ method: 'refund' }),
  'refund 6': pay({ method: 'refund', total: -6 }),
  'credit 6': toOrder('createCredit', { amount: 6 }),
  correct: update({ note: 'Ring twice', customer: { email: 'ada@example.com' } }),
  erase: ({ order }) => orders.erase(store, order.number),
};

const cancelling: Sends<Subject> = {
  cancel: update({ cancelled: true }),
  restock,
  uncancel: update({ cancelled: false }),
  'cancel a unit': toOrder('cancelPart', { lines: [{ line: 0, quantity: 1 }] }),
};

const parcels: Sends<Subject> = {
  ship: ship('shipped'),
  'return to ready': ship('ready'),
  split: ({ sku, order: { number, shipments } }) =>
    orders.split(store, number, { from: shipments[0]?.id, lines: [{ sku, quantity: 1 }] }),
  return: ({ order }) => orders.returnUnits(store, order),
};

const products: Sends<Subject> = {
  /** Its response shows the stock as it was read. */
  archive: async (subject) => ({ ...(await toProduct('updateProduct', { archived: true })(subject)), payload: null }),
  place: ({ sku }) => orders.place(store, { lines: [{ sku, quantity: 2 }] }),
  'take two': toProduct('adjustStock', { adjust: -2 }),
  'count five': toProduct('adjustStock', { counted: 5 }),
  'set to one': setStock(1),
  'set to nine': setStock(9),
  'stop counting': setStock(null),
};

const payments = { ...money, ...cancelling };
const units = { ...cancelling, ...parcels, ...products };

raceTable<Subject>({
  begin,
  stateOf: async ({ sku, order: { number } }) => ({
    order: await orders.read(store, number),
    history: (await call('getHistory', { as: store.key, params: { number } })).payload,
    product: (await call('getProduct', { as: store.key, params: { sku } })).payload,
    // The API does not show the reserved units of an uncounted product.
    reserved: (await itemsOf(store, `PRODUCT#${sku}`)).map(({ reserved }) => reserved),
  }),
  beginnings: [
    ['an order', [], { ...payments, ...parcels }],
    ['a paid order', [payment], payments],
    ['a cancelled paid order', [payment, update({ cancelled: true })], payments],
    ['the units of an order', [], units],
    ['a shipped order', [ship('shipped')], units],
    ['a restocked order', [restock], units],
    ['an uncounted product', [setStock(null)], units, products],
    ['a restocked order of an uncounted product', [restock, setStock(null)], units, products],
  ],
});
