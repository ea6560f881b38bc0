import { expect } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { type Answer, call } from '../support/call.ts';
import { itemsOf } from '../support/database.ts';
import { faultTable, type Prepare, sentBefore, withIfMatch, withKey } from '../support/faultTable.ts';
import { anOrder, aProduct, pay, read, ship, stockOf, update } from '../support/orders.ts';
import { walk } from '../support/walk.ts';
import { aWebhookStore, onlyDelivery, runDelivery } from '../support/webhooks.ts';

/** Most writes share one store, because each has its own order. */
const shared = await aStore();

/** What the writes to an order change, apart from its texts. */
async function stateOf(store: Store, number: string) {
  const order = await read(store, number);
  const { version, paid, refunded, credited, payments, authorized, cancelled, customer, shipments, lines } = order;
  const found = (await itemsOf(store, 'FIND#')).filter(({ sk }) => String(sk).endsWith(number.padStart(12, '0'))).length;
  const stock = await stockOf(store, lines[0]?.sku as string);
  const [state, email] = [shipments[0]?.state, customer?.email];
  const units = shipments.flatMap((shipment) => shipment.lines.map(({ quantity, returned }) => [quantity, returned]));
  const sums = { paid, refunded, credited, payments: payments.length };
  return { version, ...sums, authorized, cancelled, email, found, state, units, stock };
}

/** An order for the last two units, so that taking them twice fails. */
const anOrderOfTwo = async (store: Store) => {
  const sku = await aProduct(store, { price: 5, stock: 2 });
  return anOrder(store, { lines: [{ sku, quantity: 2 }], authorized: true });
};

const placing =
  (stock = 2): Prepare =>
  async () => {
    const store = await aStore();
    const sku = await aProduct(store, { stock });
    const orders = () => walk('getOrders', { as: store.key });
    return {
      id: 'placeOrder',
      options: { as: store.key, body: { lines: [{ sku, quantity: 2 }] } },
      measure: async () => ({ orders: (await orders()).length, stock: await stockOf(store, sku) }),
      once: { orders: 1, stock: [stock - 2, 2] },
      agrees: async (payload) => expect(await orders()).toEqual([payload.orders]),
      repeatable: false,
    };
  };

type Changes = Partial<Awaited<ReturnType<typeof stateOf>>>;

/** A write to an order prepared by `before`, and the fields that it changes. */
const writing =
  (
    id: string,
    body: object,
    changes: Changes,
    before: (store: Store, order: Order) => Promise<unknown> = async () => {},
  ): Prepare =>
  async () => {
    const store = shared;
    const order = await anOrderOfTwo(store);
    await before(store, order);
    const { number, shipments } = order;
    const measure = () => stateOf(store, number);
    const state = await measure();
    const { version } = state;
    const params = { number, ...(/^(update|return)Shipment$/.test(id) && { id: shipments[0]?.id as string }) };
    const once = { ...state, version: version + 1, ...changes };
    const from = id === 'splitShipment' && { from: shipments[0]?.id };
    const lines = /^(split|return)Shipment$/.test(id) && { lines: [{ sku: order.lines[0]?.sku, quantity: 1 }] };
    const options = { as: store.key, params, body: { ...from, ...lines, ...body } };
    const agrees = async ({ orders, payment, shipment }: Answer['payload']) => {
      const current = await read(store, number);
      if (orders) expect(current).toEqual(orders);
      if (payment) expect(current.payments).toContainEqual(payment);
      if (shipment) expect(current.shipments).toContainEqual(shipment);
    };
    return { id, options, measure, once, agrees, repeatable: /^update/.test(id), version };
  };

const oneUnit = { lines: [{ line: 0, quantity: 1 }] };
const paying = writing('createPayment', {}, { paid: 10, payments: 1 });
const payAll = (store: Store, { number }: Order) => pay(store, number);
const refunding = writing('createPayment', { method: 'refund', total: -4 }, { refunded: 4, payments: 2 }, payAll);
const ofALine = { refunded: 5, credited: 5, payments: 2 };
const refundingALine = writing('createPayment', { method: 'refund', ...oneUnit }, ofALine, payAll);
const crediting = writing('createCredit', oneUnit, { credited: 5 });
const correcting = writing('updateOrder', { customer: { email: 'new@example.com' } }, { email: 'new@example.com', found: 1 });
const change =
  (body: object) =>
  (store: Store, { number }: Order) =>
    update(store, number, body);
const authorizing = writing('updateOrder', { authorized: true }, { authorized: true }, change({ authorized: false }));
const restocking = writing('updateOrder', { cancelled: true, restock: true }, { cancelled: true, stock: [2, 0] });
const restock = change({ cancelled: true, restock: true });
const uncancelling = writing('updateOrder', { cancelled: false }, { cancelled: false, stock: [0, 2] }, restock);
const uncancellingUncounted = writing('updateOrder', { cancelled: false }, { cancelled: false }, async (store, order) => {
  await restock(store, order);
  const body = { name: 'Tea', price: 5, stock: null };
  await call('putProduct', { as: store.key, params: { sku: order.lines[0]?.sku as string }, body });
});
const shipping = writing('updateShipment', { state: 'shipped' }, { state: 'shipped', stock: [0, 0] });
const deliver = (store: Store, order: Order) => ship(store, order, { state: 'delivered' });
const returning = writing('updateShipment', { state: 'ready' }, { state: 'ready', stock: [0, 2] }, deliver);
const splitting = writing('splitShipment', {}, { units: Array(2).fill([1, 0]) });
const givingBack = writing('returnShipment', {}, { units: [[2, 1]], stock: [1, 0] }, deliver);
const cancellingAPart = writing('cancelPart', oneUnit, { credited: 5, units: [[1, 0]], stock: [1, 1] });
const writingOff = writing('cancelPart', { ...oneUnit, restock: false }, { credited: 5, units: [[1, 0]], stock: [0, 1] });
/** An order whose webhook was answered, so that an answer is erased too. */
const erasing: Prepare = async () => {
  const store = await aWebhookStore({ body: 'Thanks' });
  const order = await anOrder(store, { customer: { first_name: 'Ada', email: 'ada@example.com' }, note: 'Ring twice' });
  const delivery = await onlyDelivery(store);
  await runDelivery(store, delivery);
  const { number } = order;
  const measure = async () => {
    const { version, customer, note } = await read(store, number);
    const found = (await itemsOf(store, 'FIND#')).length;
    return { version, hasCustomer: customer !== null, note, found };
  };
  const agrees = async ({ orders }: Answer['payload']) => {
    expect(await read(store, number)).toEqual(orders);
    expect((await onlyDelivery(store)).attempts).toMatchObject([{ answer: null }]);
  };
  const options = { as: store.key, params: { number } };
  const once = { version: 2, hasCustomer: false, note: null, found: 0 };
  return { id: 'eraseCustomer', options, measure, once, agrees, repeatable: true };
};

faultTable({
  'placing an order': placing(),
  'placing an order with a key': withKey(placing()),
  'placing an order again with its key': sentBefore(placing()),
  'placing an order again with its key, with stock left': sentBefore(placing(4)),
  'a payment': paying,
  'a payment with a key': withKey(paying),
  'repeating a payment with its key': sentBefore(paying),
  'a payment with If-Match': withIfMatch(paying),
  'a payment with a key and If-Match': withKey(withIfMatch(paying)),
  'a refund': refunding,
  'a refund with a key': withKey(refunding),
  'a refund with If-Match': withIfMatch(refunding),
  'a refund of a line': refundingALine,
  'a refund of a line with a key': withKey(refundingALine),
  'a credit': crediting,
  'a credit with a key and If-Match': withKey(withIfMatch(crediting)),
  'repeating a credit with its key': sentBefore(crediting),
  'correcting the customer': correcting,
  'correcting the customer with If-Match': withIfMatch(correcting),
  authorizing,
  'authorizing with If-Match': withIfMatch(authorizing),
  'cancelling with restock': restocking,
  'cancelling with restock and If-Match': withIfMatch(restocking),
  'un-cancelling': uncancelling,
  'un-cancelling with If-Match': withIfMatch(uncancelling),
  'un-cancelling when the product has no stock count': uncancellingUncounted,
  shipping,
  'returning to ready': returning,
  splitting,
  'splitting with a key and If-Match': withKey(withIfMatch(splitting)),
  'repeating a split with its key': sentBefore(splitting),
  'cancelling a part': cancellingAPart,
  'cancelling a part with a key and If-Match': withKey(withIfMatch(cancellingAPart)),
  'repeating a cancelled part with its key': sentBefore(cancellingAPart),
  'writing off a part': writingOff,
  'erasing the customer': erasing,
  'a return': givingBack,
  'a return with a key and If-Match': withKey(withIfMatch(givingBack)),
  'repeating a return with its key': sentBefore(givingBack),
});
