import { beforeEach, describe, expect, test } from '@jest/globals';
import { client, type StoreClient } from '../../../apps/client/client.ts';
import type { ProductRow } from '../../../apps/imports/productRows.ts';
import { saveProduct } from '../../../apps/imports/saveProduct.ts';
import { aFaultyServer, answering, type Fault, lostAnswer, pass } from '../../support/faultyServer.ts';
import { anEmptyStore } from '../../support/imports.ts';

let key: string;
let direct: StoreClient;

/** A store with a product of which two units are reserved. */
beforeEach(async () => {
  const empty = await anEmptyStore();
  key = empty.key;
  direct = empty.store;
  await direct.putProduct({ sku: 'TEA', name: 'Tea', price: 5, stock: 10, weight: 100, tax_rate: 19 });
  await direct.placeOrder({ lines: [{ sku: 'TEA', quantity: 2 }] });
});

const tea = {
  sku: 'TEA',
  name: 'Tea',
  price: 5,
  weight: 100,
  tax_rate: 19,
  low_stock: null,
  archived: false,
  stock: { available: 8, reserved: 2 },
};

/** Saves a row through a server with these faults. Returns the outcome and the methods that the server saw. */
async function save(row: ProductRow, ...faults: Fault[]) {
  const { url, seen } = await aFaultyServer(...faults);
  const reason = await saveProduct(client({ url, key, retries: 1 }), row);
  return { reason, methods: seen.map(({ method }) => method) };
}

describe('an existing product keeps what a row leaves out', () => {
  test.each<[ProductRow, object, string[]]>([
    [{ sku: 'TEA' }, {}, ['GET']],
    [{ sku: 'TEA', price: 6, weight: null }, { price: 6, weight: null }, ['PATCH']],
    [{ sku: 'TEA', stock: null, weight: null }, { stock: null, weight: null }, ['GET', 'PUT']],
    [{ sku: 'TEA', tax_rate: 7, low_stock: 8 }, { tax_rate: 7, low_stock: 8 }, ['PATCH']],
    [{ sku: 'TEA', stock: 3, tax_rate: null }, { stock: { available: 3, reserved: 2 }, tax_rate: null }, ['GET', 'PUT']],
    [
      { sku: 'TEA', name: 'A', price: 1, stock: 0, weight: 2 },
      { name: 'A', price: 1, stock: { available: 0, reserved: 2 }, weight: 2 },
      ['GET', 'PUT'],
    ],
    [
      { sku: 'TEA', name: 'A', price: 1, stock: 0, weight: 2, tax_rate: null },
      { name: 'A', price: 1, stock: { available: 0, reserved: 2 }, weight: 2, tax_rate: null },
      ['PUT'],
    ],
  ])('%j', async (row, changes, methods) => {
    expect(await save(row)).toEqual({ reason: undefined, methods });
    expect(await direct.getProduct({ sku: 'TEA' })).toEqual({ ...tea, ...changes });
  });
});

describe('a new product', () => {
  test.each<[ProductRow, object]>([
    [
      { sku: 'NEW', name: 'New', price: 1 },
      { stock: null, weight: null, tax_rate: null },
    ],
    [
      { sku: 'NEW', name: 'New', price: 1, stock: 3 },
      { stock: { available: 3, reserved: 0 }, weight: null },
    ],
    [
      { sku: 'NEW', name: 'New', price: 1, stock: null, weight: 2, tax_rate: 7.5, low_stock: 3 },
      { stock: null, weight: 2, tax_rate: 7.5, low_stock: 3 },
    ],
  ])('is created from %j', async (row, fields) => {
    expect((await save(row)).reason).toBeUndefined();
    expect(await direct.getProduct({ sku: 'NEW' })).toMatchObject({ name: 'New', price: 1, archived: false, ...fields });
  });

  test('is not created without a name and a price', async () => {
    const reason = 'name: is required for a new product; price: is required for a new product';
    expect((await save({ sku: 'NEW' })).reason).toBe(reason);
    expect(await direct.getProduct({ sku: 'NEW' }).catch(({ code }) => code)).toBe('not_found');
  });

  test('that somebody else has just created is updated, and keeps what the row leaves out', async () => {
    const createFirst: Fault = async (forward) => {
      await direct.putProduct({ sku: 'NEW', name: 'Other', price: 9, stock: 7, weight: 3 });
      return forward();
    };
    const { reason, methods } = await save({ sku: 'NEW', name: 'New', price: 1 }, pass, createFirst);
    expect([reason, methods]).toEqual([undefined, ['PATCH', 'PUT', 'PATCH']]);
    const product = { name: 'New', price: 1, stock: { available: 7, reserved: 0 }, weight: 3 };
    expect(await direct.getProduct({ sku: 'NEW' })).toMatchObject(product);
  });
});

test('a new product without a stock count is sent again after an error or a lost response', async () => {
  const busy = answering(503, { 'Retry-After': '1' });
  expect(await save({ sku: 'NEW', name: 'New', price: 1 }, pass, busy, pass, lostAnswer)).toEqual({
    reason: undefined,
    methods: ['PATCH', 'PUT', 'PUT'],
  });
});

test('returns the reason of the service if it rejects a row', async () => {
  const reason = 'price: must have at most 2 decimal places in EUR';
  expect((await save({ sku: 'TEA', price: 0.999 })).reason).toBe(reason);
  expect((await save({ sku: 'TEA', name: 'A', price: 0.999, stock: 1, weight: 1, tax_rate: 1 })).reason).toBe(reason);
  expect(await direct.getProduct({ sku: 'TEA' })).toEqual(tea);
});

test('never sends a stock count again whose response was lost', async () => {
  for (const row of [
    { sku: 'TEA', stock: 3 },
    { sku: 'NEW', name: 'New', price: 1, stock: 3 },
  ]) {
    await expect(save(row, pass, lostAnswer)).rejects.toMatchObject({ code: 'no_response', uncertain: true });
    expect((await direct.getProduct({ sku: row.sku })).stock?.available).toBe(3);
  }
  expect((await save({ sku: 'TEA', name: 'Green tea' }, lostAnswer)).methods).toEqual(['PATCH', 'PATCH']);
});
