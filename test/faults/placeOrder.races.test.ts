import { beforeEach, describe, expect, test } from '@jest/globals';
import { tableName } from '../../lib/db/key.ts';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { afterReply, type Fault, type FaultPlan, interruptReads, withFaults } from '../support/injectFault.ts';
import { aProduct, place, stockOf } from '../support/orders.ts';

holdClocks();

let [tea, cup]: string[] = [];

const store = await aStore();
beforeEach(async () => {
  [tea, cup] = [await aProduct(store, { stock: 5 }), await aProduct(store, { stock: 1 })];
});

const linesOf = (quantities: Record<string, number>) => ({
  lines: Object.entries(quantities).map(([sku, quantity]) => ({ sku, quantity })),
});

type Read = { sk: string; available: number };

/** A torn read: one product as it is after `change`, the others as they were before. */
const torn =
  (sku: string, available: number, change: () => Promise<unknown>): Fault =>
  async (attempt) => {
    const reply = await afterReply(change)(attempt);
    const items: Read[] = reply.output.Responses[tableName()];
    const product = items.find((item) => item.sk === `PRODUCT#${sku}`);
    if (!product) throw new Error(`${sku} was not read`);
    product.available = available;
    return reply;
  };

const orderWhile = (quantities: Record<string, number>, fault: Fault) =>
  withFaults([{ command: 'BatchGetItem', fault }], () => place(store, linesOf(quantities)));

test('a rejection reports the stock of a single moment', async () => {
  const others = () => place(store, linesOf({ [tea as string]: 4, [cup as string]: 1 }));
  const { result, injected } = await orderWhile({ [tea as string]: 2, [cup as string]: 1 }, torn(cup as string, 0, others));
  expect([result.code, injected]).toEqual(['insufficient_stock', 1]);
  expect(result.body.stock).toEqual([
    { sku: tea, requested: 2, available: 1 },
    { sku: cup, requested: 1, available: 0 },
  ]);
});

test('a torn read does not get an order rejected', async () => {
  const nothing = async () => undefined;
  const { result } = await orderWhile({ [tea as string]: 2, [cup as string]: 1 }, torn(cup as string, 0, nothing));
  expect(result.status).toBe(201);
  expect([await stockOf(store, tea as string), await stockOf(store, cup as string)]).toEqual([
    [3, 2],
    [0, 1],
  ]);
});

test.each([
  ['price', { price: 12 }, { name: 'Tea', price: 12, total: 24 }],
  ['name', { name: 'Green tea' }, { name: 'Green tea', price: 10, total: 20 }],
])('a product that changes between load and commit gives the order its new %s', async (_, change, line) => {
  const sku = await aProduct(store, { stock: 5 });
  const update = () => call('updateProduct', { as: store.key, params: { sku }, body: change });
  const answer = await interruptReads(() => place(store, { lines: [{ sku, quantity: 2 }] }), update);
  expect(answer).toMatchObject({ status: 201, payload: { orders: { lines: [{ sku, ...line }], total: line.total } } });
});

type Key = { pk: { S: string }; sk: { S: string } };

/** The database leaves out the last of the requested items and reports it as unprocessed. */
const leavesOutOne: Fault = async ({ input, forward }) => {
  const { response, output } = await forward();
  const { Keys, ...options }: { Keys: Key[] } = input.RequestItems[tableName()];
  const { pk, sk } = Keys.at(-1) as Key;
  const found = output.Responses[tableName()].filter((item: { sk: string }) => item.sk !== sk.S);
  const unprocessed = { [tableName()]: { Keys: [{ pk: pk.S, sk: sk.S }], ...options } };
  return { response, output: { ...output, Responses: { [tableName()]: found }, UnprocessedKeys: unprocessed } };
};

describe('a database that returns only some of the items', () => {
  const placed = async (skus: string[], plan: Omit<FaultPlan, 'command'>) =>
    withFaults([{ command: 'BatchGetItem', ...plan }], () =>
      place(store, { lines: skus.map((sku) => ({ sku, quantity: 1 })) }),
    );

  test('is asked for the rest', async () => {
    const { result, calls } = await placed([await aProduct(store), await aProduct(store)], { fault: leavesOutOne });
    expect(result).toMatchObject({ status: 201, payload: { orders: { total: 20 } } });
    expect(calls.filter(({ command }) => command === 'BatchGetItem')).toHaveLength(2);
  });

  test('is asked three times before the request fails with 503', async () => {
    const { result, injected } = await placed([await aProduct(store)], { nth: 'every', fault: leavesOutOne });
    expect(result).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    expect(injected).toBe(3);
  });
});
