import { expect, test } from '@jest/globals';
import { recorded } from '../../../lib/order/history.ts';
import { limitFor, orderItem } from '../../../lib/order/orderItem.ts';
import { patchOrder } from '../../../lib/order/patchOrder.ts';
import type { Order, Payment, Shipment } from '../../../lib/order/schema.ts';
import type { OrderState } from '../../../lib/order/state.ts';
import { builtOrder, storedProduct } from '../../support/builtOrder.ts';

const now = new Date('2026-11-22T08:00:00.000Z');
const kept = 350 * 1024;
const ordinary = 320 * 1024;

const input = { lines: [{ sku: 'tea', quantity: 3 }], customer: { first_name: 'Ada' }, note: 'Ring twice' };
const state = builtOrder(input, [storedProduct('tea', 10)], { now });

const withOrder = (change: Partial<Order>): OrderState => ({ ...state, order: { ...state.order, ...change } });
const [shipment] = state.order.shipments as [Shipment];
const payment = { id: 'pay_1', total: -1, transaction_data: {}, reason: null } as unknown as Payment;
const credit = { id: 'crd_1', amount: 1, lines: null, reason: null, created: '', cancelled: false };
const returned = { id: 'ret_1', shipment: 'shp_1', lines: [], restocked: true, reason: null, created: '' };

test.each<[string, OrderState, number]>([
  ['nothing', state, kept],
  ['a refund', withOrder({ refunded: 1, payments: [payment] }), kept],
  ['a cancellation', withOrder({ cancelled: true }), kept],
  ['a shipped shipment', withOrder({ shipments: [{ ...shipment, state: 'shipped' }] }), kept],
  ['a shorter note', withOrder({ note: 'Ring' }), kept],
  ['no customer', withOrder({ customer: null }), kept],
  ['a payment', withOrder({ payments: [{ ...payment, total: 1 }] }), ordinary],
  ['a credit', withOrder({ credits: [credit] }), ordinary],
  ['a return', withOrder({ returns: [returned] }), ordinary],
  ['a credit in place of a shipment', withOrder({ credits: [credit], shipments: [] }), ordinary],
  ['another shipment', withOrder({ shipments: [shipment, { ...shipment, id: 'shp_2' }] }), ordinary],
  ['a longer note', withOrder({ note: 'Ring twice!' }), ordinary],
  ['a longer name', withOrder({ customer: { ...(state.order.customer as object), first_name: 'Adam' } as never }), ordinary],
  ['an address', withOrder({ shipping_address: { city: 'Berlin' } as never }), ordinary],
  ['a billing address', withOrder({ billing_address: { city: 'Berlin' } as never }), ordinary],
  ['a reference', withOrder({ reference: 'PO-1' }), ordinary],
  ['a tag', withOrder({ tags: ['gift'] }), ordinary],
  ['metadata', withOrder({ metadata: { a: 1 } }), ordinary],
  ['a carrier', withOrder({ shipments: [{ ...shipment, carrier: 'DHL' }] }), ordinary],
  ['a tracking number', withOrder({ shipments: [{ ...shipment, tracking_number: '12345' }] }), ordinary],
  ['a tracking URL', withOrder({ shipments: [{ ...shipment, tracking_url: 'https://dhl.example.com' }] }), ordinary],
  ['a reason', withOrder({ payments: [{ ...payment, reason: 'late' }] }), ordinary],
  ['data', withOrder({ payments: [{ ...payment, transaction_data: { id: 1 } }] }), ordinary],
])('whether a change that leaves %s may use the 30 KB reserve', (_, after, limit) => {
  expect(limitFor(state, after)).toBe(limit);
});

test('an order may be exactly as large as the limit', () => {
  const { json, internal } = orderItem(state, 1, kept);
  const bytes = Buffer.byteLength(json) + Buffer.byteLength(internal);
  expect(orderItem(state, 1, bytes)).toMatchObject({ json, internal });
  expect(() => orderItem(state, 1, bytes - 1)).toThrow(
    `This order would take ${bytes} bytes; the limit is ${bytes - 1} (${(bytes - 1) / 1024} KB). Send less data; in a refund, leave out \`reason\` and \`transaction_data\`.`,
  );
});

test('an order that is too large drops entries of its history', () => {
  const update = patchOrder(state, { visible: false }, now, undefined);
  const by = { key: 'key_1', key_label: null, actor: null, operation: 'updateOrder', request_id: 'r1' };
  const { entries, ...history } = recorded(state, update, by, now);
  const full = { ...state, history: { ...history, entries: [...entries, ...entries] } };
  const { json, internal } = orderItem(full, 1, kept);
  const bytes = Buffer.byteLength(json) + Buffer.byteLength(internal);
  expect(JSON.parse(internal).history.entries).toHaveLength(2);
  const lengths = Array.from(
    { length: 40 },
    (_, i) => JSON.parse(orderItem(full, 1, bytes - 1 - i).internal).history.entries.length,
  );
  expect(new Set(lengths)).toEqual(new Set([1]));
});
