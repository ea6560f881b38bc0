import { beforeAll, expect, test } from '@jest/globals';
import { pathParameters } from '../../apps/reference/examples/pathParameters.ts';
import type { Entry } from '../../lib/audit/schema.ts';
import { issuePlatformKey } from '../../lib/key/platformKeys.ts';
import { routes } from '../../lib/routes.ts';
import { newTenant, owner, platform, type Store, uniqueName } from '../support/actors.ts';
import { call, type Options, overHttp, rowOf } from '../support/call.ts';
import { aReceiver, type Receiver } from '../support/receiver.ts';
import { deliverDue, verify } from '../support/webhooks.ts';

const succeeded = new Set<string>();
const confirm = { name: 'confirm-order' };
const rates = { name: 'calculate-shipping-rates' };
const address = { line1: '1 Harbour Street', city: 'Berlin', postal_code: '10115', country: 'DE' };
const product = { sku: 'TEA' };
const lines = [{ ...product, quantity: 2 }];

let store: Store;
let receiver: Receiver;
let secret: string;
/** An ID for each resource in a path, for the reads that no test calls by name. */
const ids: Record<string, string> = { webhook: confirm.name, product: product.sku };

beforeAll(async () => {
  receiver = await aReceiver({ body: { authorized: true, rates: [{ id: 'post', name: 'Post', price: 4.9 }] } });
});

/** Calls an operation that must succeed. */
async function done(id: string, { as, ...options }: Options = {}) {
  const { caller } = rowOf(id);
  const answer = await call(id, { as: as ?? (caller === 'platform' ? platform : store.key), ...options });
  if (answer.status >= 300) throw new Error(`${id} failed: ${answer.text}`);
  succeeded.add(id);
  return answer.payload;
}

test('the platform creates and manages a tenant', async () => {
  await done('testKey');
  const { tenant } = await done('createTenant', { body: newTenant() });
  const params = { id: tenant.id };
  const issued = await done('issueKey', { params });
  store = { tenant, key: issued.secret };
  Object.assign(ids, { tenant: tenant.id, key: issued.key.id });
  await done('setStoreFront', { body: { tenant: tenant.name, front_end: 'flat' } });
  await done('setStorePlan', { body: { tenant: tenant.name, override_plan: 'plan2' } });
  await done('linkDomain', { body: { tenant: tenant.name, host: `${tenant.name}.example.com`, forward_www: true } });
  await done('updateTenant', { params, body: { timezone: 'Europe/Vienna' } });
  expect((await done('getTenant', { params })).tenant).toEqual((await done('getOwnTenant')).tenant);
  expect((await done('getTenants', { query: { limit: '1' } })).tenants).toHaveLength(1);
  expect((await done('getKeys', { params })).keys).toHaveLength(1);
  expect((await done('getAudit', { query: { tenant: tenant.id } })).entries.length).toBeGreaterThan(3);
});

test('the store manages users, opening hours, legal details and products', async () => {
  const { user } = await done('createUser', { body: { ...owner, first_name: 'Alan', email: 'alan@example.com' } });
  ids.user = user.id;
  await done('updateUser', { params: { id: user.id }, body: { phone: '+4930765432' } });
  await done('getUser', { params: { id: user.id } });
  expect((await done('getUsers')).users).toHaveLength(2);
  await done('putOpeningHours', { body: { opening_hours: { days: { mon: [{ from: '09:00', to: '18:00' }] } } } });
  await done('getOpeningHours');
  await done('overrideAvailability', { body: { available: true } });
  expect((await done('getAvailability')).available).toBe(true);
  await done('updateLegal', { body: { company_name: 'Tea House GmbH' } });
  await done('getLegal');
  await done('putProduct', { params: product, body: { name: 'Green tea', price: 7.9, stock: 40 } });
  await done('updateProduct', { params: product, body: { price: 8.2 } });
  await done('adjustStock', { params: product, body: { adjust: -3 } });
  expect((await done('getProduct', { params: product })).product).toMatchObject({ price: 8.2, stock: { available: 37 } });
  expect((await done('getProducts')).products).toHaveLength(1);
});

test('the receiver of the store calculates shipping rates', async () => {
  for (const params of [confirm, rates]) await done('changeWebhook', { params, body: { url: receiver.url } });
  secret = (await done('replaceWebhookSecret', { params: confirm })).secret;
  expect((await done('getWebhook', { params: confirm })).webhook).toMatchObject({ url: receiver.url });
  await done('testWebhook', { params: confirm });
  expect(verify(secret, receiver.received[0] as (typeof receiver.received)[0])).toMatchObject({ type: 'confirm-order' });
  const answer = await done('calculateRates', { body: { destination: address, lines } });
  expect(answer).toMatchObject({ source: 'live', rates: [{ id: 'post', price: 4.9 }] });
});

test('an order is placed, confirmed by the receiver, paid and shipped', async () => {
  const { orders: placed } = await done('placeOrder', { body: { lines, shipping_address: address } });
  const params = { number: placed.number };
  const [delivery] = await deliverDue(store);
  expect(delivery).toMatchObject({ state: 'delivered', order: placed.number });
  expect((await done('getOrder', { params })).orders).toMatchObject({ authorized: true, balance: 16.4 });
  await done('createCredit', { params, body: { amount: 1.4, reason: 'a dented tin' } });
  await done('createPayment', { params });
  const shipment = { ...params, id: placed.shipments[0].id };
  Object.assign(ids, { order: params.number, shipment: shipment.id, delivery: delivery?.id });
  await done('splitShipment', { params, body: { from: shipment.id, lines: [{ sku: lines[0]?.sku, quantity: 1 }] } });
  await done('updateShipment', { params: shipment, body: { state: 'shipped' } });
  await done('returnShipment', { params: shipment, body: { reason: 'refused at the door' } });
  await done('updateOrder', { params, body: { visible: false } });
  const { orders } = await done('getOrders');
  expect(orders).toMatchObject([{ balance: 0, visible: false, shipments: [{ state: 'shipped' }, { state: 'ready' }] }]);
  expect((await done('getDeliveries', { params: confirm })).deliveries).toEqual([delivery]);
  await done('redeliver', { params: { ...confirm, id: delivery?.id as string } });
  expect((await done('redeliverAll', { params: confirm, body: { state: 'failed' } })).queued).toBe(0);
});

test('a key is revoked', async () => {
  const params = { id: store.tenant.id };
  const { key } = await done('issueKey', { params });
  await done('revokeKey', { params: { ...params, key_id: key.id } });
  const own = (await done('issueOwnKey', { body: { scopes: ['orders:read'] } })).key;
  expect((await done('getOwnKeys')).keys[0]).toEqual(own);
  await done('revokeOwnKey', { params: { key_id: own.id } });
});

/** Only a command issues platform keys, so tests over HTTP have none that they can revoke. */
const unlessOverHttp = overHttp ? test.skip : test;

unlessOverHttp('a platform key is revoked', async () => {
  const label = uniqueName('every');
  const issued = await issuePlatformKey({ label, expires: null }, 'test', new Date());
  expect((await done('getPlatformKeys')).keys).toContainEqual(expect.objectContaining({ label, revoked: null }));
  await done('revokePlatformKey', { params: { key_id: issued.key.id } });
});

test('every operation of the route table has succeeded', async () => {
  for (const { id, method, path } of routes) {
    const params = pathParameters(path, ids);
    if (method === 'GET' && !succeeded.has(id) && params) await done(id, { params });
  }
  const expected = routes.map(({ id }) => id).filter((id) => !overHttp || id !== 'revokePlatformKey');
  expect([...succeeded].sort()).toEqual(expected.sort());
});

/** Operations that add no audit entry: orders have a history, and a test call changes no setting. */
const withoutTrace = [...(overHttp ? ['revokePlatformKey'] : []), 'testWebhook'];

test('every write except those of orders adds an audit entry without a secret', async () => {
  const own = (await done('getOwnAudit')).entries as Entry[];
  const { entries: platformEntries } = await done('getAudit', { query: { operation: 'revokePlatformKey' } });
  const traced = new Set([...own, ...platformEntries].map(({ operation }) => operation));
  const writes = routes.filter(({ method, scope }) => method !== 'GET' && !scope?.startsWith('orders:'));
  expect(
    writes
      .map(({ id }) => id)
      .filter((id) => !traced.has(id))
      .sort(),
  ).toEqual(withoutTrace);
  const text = JSON.stringify([own, platformEntries]);
  for (const hidden of [store.key.slice(34, -6), secret.slice(6, -4), platform.slice(-20, -4), '"hash"']) {
    expect(text).not.toContain(hidden);
  }
});
