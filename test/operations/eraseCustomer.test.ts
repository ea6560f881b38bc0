import { expect, test } from '@jest/globals';
import type { HistoryEntry } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, erase, read, update } from '../support/orders.ts';

const store = await aStore();

const nothing = { customer: null, shipping_address: null, billing_address: null, note: null, metadata: null };
const customer = { first_name: 'Ada', email: 'ada@example.com' };
const address = { line1: 'Straße 1', city: 'Köln' };
const personal = { customer, shipping_address: address, billing_address: address, note: 'Ring twice', metadata: { a: 1 } };
const kept = { reference: 'PO-1', tags: ['gift'] };

const historyOf = async ({ key }: Store, number: string): Promise<HistoryEntry[]> =>
  (await call('getHistory', { as: key, params: { number } })).payload.entries;

test('erases the customer, addresses, note and metadata, and nothing else', async () => {
  const order = await anOrder(store, { ...personal, ...kept });
  const { status, payload, headers } = await erase(store, order.number);
  expect([status, headers.etag]).toEqual([200, '"2"']);
  expect(payload.orders).toEqual({ ...order, ...nothing, version: 2, updated: payload.orders.updated });
  expect(await read(store, order.number)).toEqual(payload.orders);
});

test('the history keeps what changed, when and by whom, without the texts', async () => {
  const { number } = await anOrder(store, { note: 'Ring twice', ...kept });
  await update(store, number, { customer, note: 'By Friday', reference: 'PO-2', metadata: { a: 1 } });
  const before = await historyOf(store, number);
  await erase(store, number);
  const [latest, corrected, placed] = await historyOf(store, number);
  const changed = (field: string) => ({ field, from: null, to: null });
  expect(latest).toMatchObject({
    ...{ version: 3, operation: 'eraseCustomer', key: before[0]?.key },
    changes: ['customer', 'note', 'metadata'].map(changed),
  });
  expect([corrected, placed]).toEqual([
    {
      ...before[0],
      changes: [changed('customer'), changed('note'), { field: 'reference', from: 'PO-1', to: 'PO-2' }, changed('metadata')],
    },
    before[1],
  ]);
});
