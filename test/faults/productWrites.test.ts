import { expect, test } from '@jest/globals';
import { aStore, type Store, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { itemsOf } from '../support/database.ts';
import { faultTable, type Prepare, sentBefore, type Write, withKey } from '../support/faultTable.ts';
import { interruptReads } from '../support/injectFault.ts';
import { anOrder, aProduct, newProduct } from '../support/orders.ts';
import { getProduct } from '../support/products.ts';
import { auditOf } from '../support/walk.ts';

/** All writes share one store, because each has its own product. */
const shared = await aStore();

const productOf = async (store: Store, sku: string) => (await getProduct(store, sku)).payload?.product ?? null;

const entriesOf = async (store: Store, sku: string) =>
  (await itemsOf(store, 'AUDIT#')).filter(({ json }) => JSON.parse(json as string).after.sku === sku).length;

const measureOf = (store: Store, sku: string): Pick<Write, 'measure' | 'agrees'> => ({
  measure: async () => ({ product: await productOf(store, sku), entries: await entriesOf(store, sku) }),
  agrees: async ({ product }) => expect(await productOf(store, sku)).toEqual(product),
});

/** A write to a product with a price of 10 and five units, two of them reserved, and the fields that it changes. */
const writing =
  (id: string, body: object, changes: object): Prepare =>
  async () => {
    const store = shared;
    const sku = await aProduct(store, { stock: 5, weight: 100 });
    await anOrder(store, { lines: [{ sku, quantity: 2 }] });
    const product = await productOf(store, sku);
    const options = { as: store.key, params: { sku }, body };
    const once = { product: { ...product, ...changes }, entries: 2 };
    return { id, options, ...measureOf(store, sku), once, repeatable: id !== 'adjustStock' };
  };

const adding = writing('adjustStock', { adjust: 3 }, { stock: { available: 6, reserved: 2 } });
const taking = writing('adjustStock', { adjust: -3 }, { stock: { available: 0, reserved: 2 } });
const counting: Prepare = async () => ({
  ...(await writing('adjustStock', { counted: 9, reason: 'stocktaking' }, { stock: { available: 7, reserved: 2 } })()),
  repeatable: true,
});
const archiving = writing('updateProduct', { archived: true }, { archived: true });
const replacing = writing(
  'putProduct',
  { name: 'Coffee', price: 7.5, stock: 9 },
  { name: 'Coffee', price: 7.5, weight: null, stock: { available: 9, reserved: 2 } },
);
const removingCount = writing('putProduct', { name: 'Tea', price: 10, stock: null }, { weight: null, stock: null });
const pricing = writing('updateProduct', { price: 12.34, weight: 250 }, { price: 12.34, weight: 250 });

const creating: Prepare = async () => {
  const store = shared;
  const sku = uniqueName('new');
  const product = { sku, name: 'Tea', price: 10, ...newProduct, stock: { available: 4, reserved: 0 } };
  const once = { product, entries: 1 };
  const options = { as: store.key, params: { sku }, body: { name: 'Tea', price: 10, stock: 4 } };
  return { id: 'putProduct', options, ...measureOf(store, sku), once, repeatable: true };
};

const creatingOnly: Prepare = async () => {
  const write = await creating();
  const options = { ...write.options, headers: { 'If-None-Match': '*' } };
  return { ...write, options, repeatable: false, repeated: 412 };
};

faultTable({
  'adding stock': adding,
  'adding stock with a key': withKey(adding),
  'adding stock again with its key': sentBefore(adding),
  'removing the last units': taking,
  'removing the last units with a key': withKey(taking),
  'removing the last units again with its key': sentBefore(taking),
  'counting stock': counting,
  'counting stock with a key': withKey(counting),
  'archiving a product': archiving,
  'creating a product': creating,
  'creating a product with If-None-Match': creatingOnly,
  'replacing a product': replacing,
  'removing the stock count of a product': removingCount,
  'changing a price': pricing,
});

test('the outcome of a request is kept only if it has a key, and then forever', async () => {
  const { key, tenant } = await aStore();
  const sku = await aProduct({ key }, { stock: 5 });
  const adjust = (headers = {}) => call('adjustStock', { as: key, params: { sku }, body: { adjust: -1 }, headers });
  await adjust();
  expect(await itemsOf({ tenant }, 'IDEM#')).toEqual([]);
  await adjust({ 'Idempotency-Key': 'once' });
  const [outcome] = await itemsOf({ tenant }, 'IDEM#');
  expect(outcome).toMatchObject({ outcome: sku });
  expect(outcome).not.toHaveProperty('expires_at');
});

test('a change is recorded with what another request left just before it', async () => {
  const { key, tenant } = await aStore();
  const sku = await aProduct({ key });
  const rename = (name: string) => () => call('updateProduct', { as: key, params: { sku }, body: { name } });
  await interruptReads(rename('White tea'), rename('Green tea'));
  const changes = (await auditOf(tenant.id)).slice(0, 2).map(({ before, after }) => [before.name, after.name]);
  expect(changes).toContainEqual(['Green tea', 'White tea']);
});
