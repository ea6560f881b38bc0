import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { interruptReads } from '../support/injectFault.ts';
import { aProduct, place } from '../support/orders.ts';

holdClocks();

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const archive = (sku: string) => call('updateProduct', { as: store.key, params: { sku }, body: { archived: true } });
const order = (sku: string) => place(store, { lines: [{ sku, quantity: 1 }] });

test.each([
  ['counted', { stock: 5 }],
  ['uncounted', { stock: null }],
])('an order is rejected if its product, %s, is archived meanwhile', async (_, given) => {
  const sku = await aProduct(store, given);
  const answer = await interruptReads(
    () => order(sku),
    () => archive(sku),
  );
  expect(answer).toMatchObject({ status: 409, code: 'product_archived' });
});
