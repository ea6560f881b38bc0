import { beforeEach, describe, expect, test } from '@jest/globals';
import { aManagementKey, aStore, platform, type Store, suspend } from '../support/actors.ts';
import { call, overHttp } from '../support/call.ts';
import { until } from '../support/receiver.ts';
import { aStaffMember } from '../support/users.ts';
import { auditOf } from '../support/walk.ts';
import {
  aWebhookStore,
  deliverDue,
  deliveriesOf,
  onlyDelivery,
  placeOne,
  resumeDeliveries,
  runDelivery,
  webhookOf,
} from '../support/webhooks.ts';

const suspendedError = { status: 403, code: 'tenant_suspended' };

describe('a suspended tenant', () => {
  let store: Store;
  /** No process has this key in its cache. */
  let unused: string;
  let staff: string;

  beforeEach(async () => {
    store = await aStore();
    unused = await aManagementKey(store.tenant.id, { scopes: ['orders:place'] });
    staff = (await aStaffMember(store, 'orders')).key;
    await suspend(store, true);
  });

  test('is shown as suspended, with an audit entry', async () => {
    expect(store.tenant.suspended).toBe(false);
    const again = await suspend(store, true);
    expect(again.payload.tenant).toEqual({ ...store.tenant, suspended: true, version: 2 });
    const [entry] = await auditOf(store.tenant.id);
    expect(entry).toMatchObject({ operation: 'updateTenant', before: { suspended: false }, after: { suspended: true } });
  });

  test('has no new webhook after the end of the suspension', async () => {
    await suspend(store, false);
    expect(await webhookOf(store)).toMatchObject({ url: null, updated: null });
  });

  test.each([
    ['a read', 'getAvailability', {}],
    ['a write', 'placeOrder', { body: { lines: [{ sku: 'TEA', quantity: 1 }] } }],
    ['an operation that the key has no scope for', 'getLegal', {}],
    ['its own key', 'getOwnKey', {}],
    ['an invalid request', 'placeOrder', { body: '{' }],
  ])('gets 403 for %s', async (_, id, options) => {
    for (const as of [unused, staff]) expect(await call(id, { as, ...options })).toMatchObject(suspendedError);
  });

  test('can still be managed by the platform, which can let it read', async () => {
    const params = { id: store.tenant.id };
    expect((await call('getTenant', { as: platform, params })).status).toBe(200);
    const reader = await aManagementKey(store.tenant.id);
    expect((await call('getOrders', { as: reader })).status).toBe(200);
    expect((await call('getOwnKey', { as: reader })).status).toBe(200);
    for (const id of ['placeOrder', 'calculateRates', 'updateLegal', 'issueOwnKey'])
      expect(await call(id, { as: reader, body: {} })).toMatchObject(suspendedError);
    const narrow = await aManagementKey(store.tenant.name, { scopes: ['products:read'] });
    expect((await call('getProducts', { as: narrow })).status).toBe(200);
    expect(await call('getOrders', { as: narrow })).toMatchObject({ status: 403, code: 'insufficient_scope' });
  });

  test('keeps its suspension when it is changed in another way', async () => {
    const reader = await aManagementKey(store.tenant.id);
    await call('updateTenant', { as: platform, params: { id: store.tenant.id }, body: { country: 'FR' } });
    expect((await call('getOrders', { as: reader })).status).toBe(200);
    expect(await call('getOrders', { as: unused })).toMatchObject(suspendedError);
  });

  test('can do everything again afterwards, until it is suspended once more', async () => {
    const [first, second] = [await aManagementKey(store.tenant.id), await aManagementKey(store.tenant.id)];
    const { status, payload } = await suspend(store, false);
    expect({ status, suspended: payload.tenant.suspended }).toEqual({ status: 200, suspended: false });
    expect((await call('getAvailability', { as: unused })).status).toBe(200);
    expect((await call('updateLegal', { as: first, body: { vat_id: 'DE123456789' } })).status).toBe(200);
    await suspend(store, true);
    // The key could read during the suspension that it was issued in, but not during this one.
    expect(await call('getOrders', { as: second })).toMatchObject(suspendedError);
  });
});

/** Places an order during a suspension, by a key that is still cached. Deployed functions share no cache. */
const inOneProcess = process.env.DEPLOYED ? test.skip : test;

inOneProcess('the webhooks of a suspended tenant wait, and what waited is delivered at the end', async () => {
  const store = await aWebhookStore();
  const { receiver } = store;
  await suspend(store, true);
  const reader = { ...store, key: await aManagementKey(store.tenant.id) };
  await placeOne(store);
  if (!overHttp) await runDelivery(store, await onlyDelivery(reader));
  const isIn = (state: string) => async () => (await deliveriesOf(reader))[0]?.state === state;
  await until(isIn('waiting'));
  if (!overHttp) await resumeDeliveries(store);
  expect(await onlyDelivery(reader)).toMatchObject({ state: 'waiting', attempts: [] });
  expect(receiver.received).toEqual([]);
  const { webhooks } = (await call('getWebhooks', { as: reader.key })).payload;
  expect([(await webhookOf(reader)).health.state, webhooks[0].health.state]).toEqual(['paused', 'paused']);
  await suspend(store, false);
  if (!overHttp) await resumeDeliveries(store);
  await deliverDue(reader);
  await until(isIn('delivered'));
  expect(receiver.received).toHaveLength(1);
  expect((await webhookOf(reader)).health.state).toBe('ok');
});
