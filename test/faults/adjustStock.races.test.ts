import { beforeAll, expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { itemsOf } from '../support/database.ts';
import { beforeCall, withFaults } from '../support/injectFault.ts';
import { aProduct, stockOf } from '../support/orders.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const adjust = (sku: string, by: number) => call('adjustStock', { as: store.key, params: { sku }, body: { adjust: by } });

test('takes units that return in the meantime, down to exactly 0', async () => {
  const sku = await aProduct(store, { stock: 0 });
  const plan = { command: 'GetItem', fault: beforeCall(() => adjust(sku, 2)) };
  const { result, injected } = await withFaults([plan], () => adjust(sku, -2));
  expect([result.status, injected]).toEqual([200, 1]);
  expect(await stockOf(store, sku)).toEqual([0, 0]);
});

test('keeps the marker of a request without a key for one day', async () => {
  const { key, tenant } = await aStore();
  const sku = await aProduct({ key }, { stock: 5 });
  await call('adjustStock', { as: key, params: { sku }, body: { adjust: -1 } });
  const [marker] = await itemsOf({ tenant }, 'IDEM#');
  const hours = ((marker?.expires_at as number) - Date.now() / 1000) / 3600;
  expect(hours).toBeGreaterThan(23.99);
  expect(hours).toBeLessThan(24.01);
  expect(Number.isInteger(marker?.expires_at)).toBe(true);
});

test('keeps the outcome of a request with a key forever', async () => {
  const { key, tenant } = await aStore();
  const sku = await aProduct({ key }, { stock: 5 });
  const headers = { 'Idempotency-Key': 'once' };
  await call('adjustStock', { as: key, params: { sku }, body: { adjust: -1 }, headers });
  const [outcome] = await itemsOf({ tenant }, 'IDEM#');
  expect(outcome).toMatchObject({ outcome: sku });
  expect(outcome).not.toHaveProperty('expires_at');
});
