import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { tableName } from '../../lib/db/key.ts';
import { aStore, type Store } from '../support/actors.ts';
import { holdClocks } from '../support/clocks.ts';
import { afterReply, type Fault, withFaults } from '../support/injectFault.ts';
import { aProduct, place, stockOf } from '../support/orders.ts';

holdClocks();

let store: Store;
let [tea, cup]: string[] = [];

beforeAll(async () => {
  store = await aStore();
});
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
