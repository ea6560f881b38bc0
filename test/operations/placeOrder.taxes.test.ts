import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, read } from '../support/orders.ts';

const store = await aStore();

const product = async (sku: string) => (await call('getProduct', { as: store.key, params: { sku } })).payload.product;

test('a product keeps its tax rate until a PATCH removes it or a PUT leaves it out', async () => {
  const sku = await aProduct(store, { tax_rate: 7 });
  expect(await product(sku)).toMatchObject({ tax_rate: 7 });
  const patch = (body: object) => call('updateProduct', { as: store.key, params: { sku }, body });
  await patch({ name: 'Green tea' });
  expect(await product(sku)).toMatchObject({ name: 'Green tea', tax_rate: 7 });
  expect((await patch({ tax_rate: 19.1234 })).payload.product).toMatchObject({ tax_rate: 19.1234 });
  expect((await patch({ tax_rate: null })).payload.product).toMatchObject({ tax_rate: null });
  await patch({ tax_rate: 7 });
  await call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 1, stock: null } });
  expect(await product(sku)).toMatchObject({ tax_rate: null });
});

test.each([null, 7])('an order copies a rate of %j from a product with tracked stock', async (tax_rate) => {
  const sku = await aProduct(store, { price: 10.7, stock: 5, ...(tax_rate && { tax_rate }) });
  const shipping = { name: 'Post', price: 1.19, tax_rate: 19 };
  const order = await anOrder(store, { lines: [{ sku, quantity: 1 }], shipping });
  expect(order).toMatchObject({ total: 11.89, lines: [{ tax_rate }], shipping });
  const tax = { rate: 19, gross: 1.19, net: 1, tax: 0.19 };
  expect(order.taxes).toEqual([...(tax_rate ? [{ rate: 7, gross: 10.7, net: 10, tax: 0.7 }] : []), tax]);
  await call('updateProduct', { as: store.key, params: { sku }, body: { tax_rate: 20 } });
  expect(await read(store, order.number)).toEqual(order);
});
