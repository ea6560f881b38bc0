import { beforeAll, expect, test } from '@jest/globals';
import { putAction } from '../../lib/db/action.ts';
import type { TenantId } from '../../lib/db/key.ts';
import { find } from '../../lib/db/read.ts';
import { put } from '../../lib/db/write.ts';
import { productKey, type StoredProduct } from '../../lib/product/storedProduct.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { interruptReads } from '../support/injectFault.ts';
import { aProduct, place } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const archive = (sku: string) => call('updateProduct', { as: store.key, params: { sku }, body: { archived: true } });
const get = async (sku: string) => (await call('getProduct', { as: store.key, params: { sku } })).payload.product;
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

test('a product stored by an older version is active, and can be changed, ordered and archived', async () => {
  const tenant = store.tenant.id as TenantId;
  for (const stock of [5, null]) {
    const sku = await aProduct(store, { stock });
    const {
      schema: _,
      archived: _archived,
      mark: _mark,
      made: _made,
      ...older
    } = (await find<StoredProduct>(tenant, productKey(sku))) as StoredProduct;
    await put(putAction(tenant, productKey(sku), older));
    expect(await get(sku)).toMatchObject({ archived: false });
    const { payload } = await call('getProducts', { as: store.key });
    expect(payload.products).toContainEqual(await get(sku));
    expect(await order(sku)).toMatchObject({ status: 201 });
    expect((await archive(sku)).payload.product).toMatchObject({ archived: true });
    expect(await order(sku)).toMatchObject({ code: 'product_archived' });
  }
});
