import { expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore } from '../support/actors.ts';
import type { Answer } from '../support/call.ts';
import { aProduct, place, read, times } from '../support/orders.ts';
import { byLink, pages } from '../support/walk.ts';

const sizeOf = ({ text }: Answer) => Buffer.byteLength(JSON.stringify(text));

test('splits a list that is too long for one response, and each page fits through the gateway', async () => {
  const store = await aStore();
  // Quotes count double in JSON, and double again in the gateway's JSON around it.
  const line = { sku: await aProduct(store), quantity: 1, name: `${'"'.repeat(140)}${'🚲'.repeat(60)}` };
  const order = { lines: Array(90).fill(line), note: '\n'.repeat(1999).concat('x') };
  for (let i = 0; i < 11; i++) await times(8, () => place(store, order));
  const answers = await Array.fromAsync(pages('getOrders', { as: store.key }, byLink));
  expect(answers.length).toBeGreaterThan(1);
  expect(Math.max(...answers.map(sizeOf))).toBeLessThan(6_000_000);
  expect(sizeOf(answers[0] as Answer)).toBeGreaterThan(5_000_000);
  const listed = answers.flatMap(({ payload }) => payload.orders as Order[]);
  expect(listed.map(({ number }) => Number(number))).toEqual(Array.from({ length: 88 }, (_, i) => 1088 - i));
  expect(listed[0]).toEqual(await read(store, '1088'));
});
