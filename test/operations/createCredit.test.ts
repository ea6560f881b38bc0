import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, cancelPart, pay, read } from '../support/orders.ts';

const store = await aStore();
const sku = await aProduct(store);

/** An order of 3 x 10. */
const anUnpaidOrder = () => anOrder(store, { lines: [{ sku, quantity: 3 }] });

const credit = (number: string, body?: unknown) => call('createCredit', { as: store.key, params: { number }, body });

test.each<[{ amount?: number; lines?: object[]; reason?: string }, number, number]>([
  [{ amount: 4.5 }, 4.5, 0],
  [{ amount: 30 }, 30, 0],
  [{ lines: [{ line: 0, quantity: 2 }], reason: 'refused at the door' }, 20, 2],
])('%j lowers what the order costs', async (body, credited, units) => {
  const order = await anUnpaidOrder();
  const { status, payload, headers } = await credit(order.number, body);
  expect([status, headers.etag]).toEqual([201, '"2"']);
  const { updated } = payload.orders;
  const lines = [{ ...order.lines[0], line: 0, credited: units }];
  const { lines: named = null, reason = null } = body;
  const { id } = payload.orders.credits[0];
  const credits = [{ id, created: updated, amount: credited, lines: named, reason, cancelled: false }];
  expect(payload.orders).toEqual({ ...order, lines, credits, credited, balance: 30 - credited, version: 2, updated });
  expect(await read(store, order.number)).toEqual(payload.orders);
});

test('units that cost nothing can be credited even if too much was paid', async () => {
  const lines = [
    { sku, quantity: 2 },
    { sku: await aProduct(store, { price: 0 }), quantity: 1 },
  ];
  const { number } = await anOrder(store, { lines });
  await pay(store, number);
  await cancelPart(store, number, { lines: [{ line: 0, quantity: 1 }] });
  expect((await read(store, number)).balance).toBe(-10);
  expect(await credit(number, { lines: [{ line: 1, quantity: 1 }] })).toMatchObject({ status: 201 });
  expect(await credit(number, { amount: 1 })).toMatchObject({ code: 'credit_exceeds_balance', body: { max: 0 } });
});
