import { beforeAll, describe, expect, test } from '@jest/globals';
import { tableName } from '../../lib/db/key.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { type Fault, type FaultPlan, interruptReads, withFaults } from '../support/injectFault.ts';
import { aProduct, place } from '../support/orders.ts';

holdClocks();

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

describe('a product that changes between load and commit', () => {
  test.each([
    ['price', { price: 12 }, { name: 'Tea', price: 12, total: 24 }],
    ['name', { name: 'Green tea' }, { name: 'Green tea', price: 10, total: 20 }],
  ])('gives the order its new %s', async (_, change, line) => {
    const sku = await aProduct(store, { stock: 5 });
    const update = () => call('updateProduct', { as: store.key, params: { sku }, body: change });
    const answer = await interruptReads(() => place(store, { lines: [{ sku, quantity: 2 }] }), update);
    expect(answer).toMatchObject({ status: 201, payload: { orders: { lines: [{ sku, ...line }], total: line.total } } });
  });
});

type Key = { pk: { S: string }; sk: { S: string } };

/** The database leaves out this many of the requested items and reports them as unprocessed. */
const leavesOut =
  (count: number): Fault =>
  async ({ input, forward }) => {
    const { response, output } = await forward();
    const { Keys, ...options }: { Keys: Key[] } = input.RequestItems[tableName()];
    const missing = Keys.slice(-count).map(({ pk, sk }) => ({ pk: pk.S, sk: sk.S }));
    const found = output.Responses[tableName()].filter(({ sk }: { sk: string }) => missing.every((key) => key.sk !== sk));
    const unprocessed = { [tableName()]: { Keys: missing, ...options } };
    return { response, output: { ...output, Responses: { [tableName()]: found }, UnprocessedKeys: unprocessed } };
  };

describe('a database that returns only some of the items', () => {
  const placed = async (skus: string[], plan: Omit<FaultPlan, 'command'>) =>
    withFaults([{ command: 'BatchGetItem', ...plan }], () =>
      place(store, { lines: skus.map((sku) => ({ sku, quantity: 1 })) }),
    );

  test('is asked for the rest', async () => {
    const { result, calls } = await placed([await aProduct(store), await aProduct(store)], { fault: leavesOut(1) });
    expect(result).toMatchObject({ status: 201, payload: { orders: { total: 20 } } });
    expect(calls.filter(({ command }) => command === 'BatchGetItem')).toHaveLength(2);
  });

  test('is asked three times before the request fails with 503', async () => {
    const { result, injected } = await placed([await aProduct(store)], { nth: 'every', fault: leavesOut(1) });
    expect(result).toMatchObject({ status: 503, code: 'temporarily_unavailable' });
    expect(injected).toBe(3);
  });
});
