import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { itemsOf } from '../support/database.ts';
import { beforeCall, withFaults } from '../support/injectFault.ts';
import { aProduct, place, stockOf } from '../support/orders.ts';
import { auditOf } from '../support/walk.ts';

const store = await aStore();

const adjust = (sku: string, by: number) => call('adjustStock', { as: store.key, params: { sku }, body: { adjust: by } });

const count = (sku: string, counted: number) => call('adjustStock', { as: store.key, params: { sku }, body: { counted } });

/** Another request takes units first, so the write fails. The units are back before the stock is read again. */
test('takes units that return in the meantime, down to exactly 0', async () => {
  const sku = await aProduct(store, { stock: 2 });
  const plans = [
    { command: 'TransactWriteItems', fault: beforeCall(() => adjust(sku, -1)) },
    { command: 'GetItem', nth: 2, fault: beforeCall(() => adjust(sku, 1)) },
  ];
  const { result, injected } = await withFaults(plans, () => adjust(sku, -2));
  expect([result.status, injected]).toEqual([200, 2]);
  expect(await stockOf(store, sku)).toEqual([0, 0]);
});

test('rejects removing units that are sold in the meantime', async () => {
  const sku = await aProduct(store, { stock: 2 });
  const plan = { command: 'TransactWriteItems', fault: beforeCall(() => adjust(sku, -1)) };
  const { result } = await withFaults([plan], () => adjust(sku, -2));
  expect(result).toMatchObject({ code: 'insufficient_stock', body: { stock: [{ sku, requested: 2, available: 1 }] } });
  expect(await stockOf(store, sku)).toEqual([1, 0]);
});

test('a count excludes units that are reserved in the meantime', async () => {
  const sku = await aProduct(store, { stock: 5 });
  const sell = () => place(store, { lines: [{ sku, quantity: 3 }] });
  const { result } = await withFaults([{ command: 'TransactWriteItems', fault: beforeCall(sell) }], () => count(sku, 4));
  expect(result.payload.product.stock).toEqual({ available: 1, reserved: 3 });
  const more = { command: 'TransactWriteItems', fault: beforeCall(() => place(store, { lines: [{ sku, quantity: 1 }] })) };
  const tooFew = await withFaults([more], () => count(sku, 3));
  expect(tooFew.result).toMatchObject({ code: 'insufficient_stock', body: { stock: [{ sku, requested: 4, available: 3 }] } });
  expect(await stockOf(store, sku)).toEqual([0, 4]);
});

test('a count is rejected if the stock stops being tracked in the meantime', async () => {
  const sku = await aProduct(store, { stock: 5 });
  const stopTracking = () =>
    call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 10, stock: null } });
  const { result } = await withFaults([{ command: 'TransactWriteItems', fault: beforeCall(stopTracking) }], () =>
    count(sku, 4),
  );
  expect(result).toMatchObject({ status: 400, body: { errors: [{ field: 'counted' }] } });
});

test('a request without an idempotency key adds an audit entry but no idempotency record', async () => {
  const { key, tenant } = await aStore();
  const sku = await aProduct({ key }, { stock: 5 });
  await call('adjustStock', { as: key, params: { sku }, body: { adjust: -1 } });
  expect(await itemsOf({ tenant }, 'IDEM#')).toEqual([]);
  expect(await auditOf(tenant.id)).toMatchObject([{ operation: 'adjustStock' }, { operation: 'putProduct' }, {}, {}]);
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
