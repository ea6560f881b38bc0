import { beforeAll, expect, test } from '@jest/globals';
import type { Order } from '../../lib/order/schema.ts';
import { aStore, type Store } from '../support/actors.ts';
import type { Answer } from '../support/call.ts';
import { aProduct, place, read, times } from '../support/orders.ts';
import { byLink, pages } from '../support/walk.ts';

const count = 88;
/** Highest first. */
let numbers: string[] = [];
let store: Store;

beforeAll(async () => {
  store = await aStore();
  // Quotes count double in JSON, and double again in the gateway's JSON around it.
  const line = { sku: await aProduct(store), quantity: 1, name: `${'"'.repeat(140)}${'🚲'.repeat(60)}` };
  for (let placed = 0; placed < count; placed += 8) {
    const answers = await times(8, () => place(store, { lines: Array(90).fill(line), note: '\n'.repeat(1999).concat('x') }));
    numbers.push(...answers.map(({ payload }) => payload.orders.number));
  }
  numbers = numbers.sort((a, b) => Number(b) - Number(a));
});

async function all(query: Record<string, string>, follow?: typeof byLink): Promise<Answer[]> {
  const answers = [];
  for await (const answer of pages('getOrders', { as: store.key, query }, follow)) answers.push(answer);
  return answers;
}

const listed = (answers: Answer[]) => answers.flatMap(({ payload }) => payload.orders as Order[]);
const sizeOf = ({ text }: Answer) => Buffer.byteLength(JSON.stringify(text));

test('splits a list that is too long for one response, and each page fits through the gateway', async () => {
  const answers = await all({}, byLink);
  expect(answers.length).toBeGreaterThan(1);
  expect(Math.max(...answers.map(sizeOf))).toBeLessThan(6_000_000);
  expect(sizeOf(answers[0] as Answer)).toBeGreaterThan(5_000_000);
  expect(listed(answers).map(({ number }) => number)).toEqual(numbers);
  expect(listed(answers)[0]).toEqual(await read(store, numbers[0] as string));
});
