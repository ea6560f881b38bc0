import { describe, expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { anOrder, aProduct, place, ship, stockOf, times, update } from '../support/orders.ts';
import { adjustStock, getProduct, putProduct, updateProduct } from '../support/products.ts';
import { askRates } from '../support/rates.ts';

const store = await aStore();

const archive = (sku: string, archived = true) => updateProduct(store, sku, { archived });
const order = (...skus: string[]) => place(store, { lines: skus.map((sku) => ({ sku, quantity: 1 })) });

test.each([
  { name: 'Coffee' },
  { price: 0 },
  { price: 0.01 },
  { weight: 250 },
  { weight: null },
  { tax_rate: 19.1234 },
  { tax_rate: null },
  { name: 'C', price: 1, weight: 0.5 },
])('changes only %j', async (body) => {
  const sku = await aProduct(store, { stock: 7, weight: 100, tax_rate: 7 });
  const { product } = (await getProduct(store, sku)).payload;
  for (let i = 0; i < 2; i++) {
    const { status, payload } = await updateProduct(store, sku, body);
    expect({ status, payload }).toEqual({ status: 200, payload: { product: { ...product, ...body } } });
  }
  expect((await getProduct(store, sku)).payload.product).toEqual({ ...product, ...body });
});

test('archives a product and makes it active again', async () => {
  const sku = await aProduct(store);
  for (const archived of [true, false]) {
    expect((await archive(sku, archived)).payload.product).toMatchObject({ sku, archived });
    expect((await getProduct(store, sku)).payload.product).toMatchObject({ archived });
  }
  expect(await order(sku)).toMatchObject({ status: 201 });
});

test('replacing, repricing or counting an archived product keeps it archived', async () => {
  const sku = await aProduct(store, { stock: 5 });
  await archive(sku);
  for (const { payload } of [
    await putProduct(store, sku, { name: 'Coffee', price: 3, stock: 4 }),
    await updateProduct(store, sku, { price: 4 }),
    await adjustStock(store, sku, { counted: 7 }),
  ]) {
    expect(payload.product.archived).toBe(true);
  }
});

describe('an order of archived products', () => {
  test('is rejected and names each of them', async () => {
    const [first, second, active] = [await aProduct(store), await aProduct(store, { stock: 3 }), await aProduct(store)];
    for (const sku of [first, second]) await archive(sku);
    const answer = await order(active, first, second, first);
    expect(answer).toMatchObject({ status: 409, code: 'product_archived' });
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(['lines[1].sku', 'lines[2].sku']);
    for (const sku of [first, second]) expect(answer.body.description).toContain(sku);
    expect(await stockOf(store, second)).toEqual([3, 0]);
  });

  test('that was placed before can still be shipped, cancelled and restored', async () => {
    const sku = await aProduct(store, { stock: 5 });
    const [shipped, cancelled] = await times(2, () => anOrder(store, { lines: [{ sku, quantity: 1 }], authorized: true }));
    await archive(sku);
    expect(await ship(store, shipped as never, { state: 'shipped' })).toMatchObject({ status: 200 });
    const { number } = cancelled as { number: string };
    expect(await update(store, number, { cancelled: true, restock: true })).toMatchObject({ status: 200 });
    expect(await update(store, number, { cancelled: false })).toMatchObject({ status: 200 });
    expect(await stockOf(store, sku)).toEqual([3, 1]);
  });
});

test('shipping rates are calculated for archived products too', async () => {
  const sku = await aProduct(store);
  await archive(sku);
  expect(await askRates({ ...store, sku })).toMatchObject({ status: 200, payload: { source: 'none' } });
});
