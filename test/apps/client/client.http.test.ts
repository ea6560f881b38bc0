import { expect, test } from '@jest/globals';
import { client, platformClient, StoreError } from '../../../apps/client/client.ts';
import type { Options } from '../../../apps/client/request.ts';
import { aStore, newTenant, platform as platformKey, type Store } from '../../support/actors.ts';
import { errorOf } from '../../support/errorOf.ts';

const url = process.env.BASE_URL as string;

async function aShop(): Promise<Store & { store: ReturnType<typeof client> }> {
  const shop = await aStore();
  const store = client({ url, key: shop.key });
  await store.putProduct({ sku: 'TEA', name: 'Tea', price: 7.9, stock: 100 });
  return { ...shop, store };
}

test('places, pays, authorizes, ships and partly refunds an order', async () => {
  const { store } = await aShop();
  const order = await store.placeOrder({ lines: [{ sku: 'TEA', quantity: 2 }] });
  expect(order).toMatchObject({ number: '1001', balance: 15.8, authorized: false });
  const { number } = order;
  expect((await store.createPayment({ number })).balance_after).toBe(0);
  expect((await store.updateOrder({ number, authorized: true })).authorized).toBe(true);
  const id = order.shipments[0]?.id as string;
  expect((await store.updateShipment({ number, id, state: 'shipped' })).state).toBe('shipped');
  expect((await store.createPayment({ number, method: 'refund', total: -7.9 })).total).toBe(-7.9);
  expect(await store.getOrder({ number })).toMatchObject({ paid: 15.8, refunded: 7.9, version: 5 });
});

test('a platform client creates a tenant and a key that works', async () => {
  const platform = platformClient({ url: `${url}/`, key: platformKey });
  const tenant = await platform.createTenant(newTenant());
  const { key, secret } = await platform.issueKey({ id: tenant.id, label: 'till' });
  const store = client({ url, key: secret as string });
  expect((await store.getOwnTenant()).name).toBe(tenant.name);
  expect(await platform.revokeKey({ id: tenant.id, key_id: key.id })).toMatchObject({ label: 'till' });
  expect(await platform.testKey()).toEqual({});
});

test('reads all pages of a list with its filters, or a single page', async () => {
  const { store } = await aShop();
  for (let i = 0; i < 7; i += 1) await store.placeOrder({ lines: [{ sku: 'TEA', quantity: 1 }], authorized: i % 2 === 0 });
  const walked: string[] = [];
  for await (const { number } of store.orders({ authorized: true, limit: 2 })) walked.push(number);
  expect(walked).toEqual(['1007', '1005', '1003', '1001']);
  const page = await store.getOrders({ limit: 2 });
  expect(page.orders.map(({ number }) => number)).toEqual(['1007', '1006']);
  expect(page.next_cursor).toEqual(expect.any(String));
  for await (const { number } of store.orders({ limit: 1 })) {
    expect(number).toBe('1007');
    break;
  }
});

test('reads all pages of a list whose path has a parameter', async () => {
  const { tenant } = await aShop();
  const platform = platformClient({ url, key: platformKey });
  for (const label of ['a', 'b', 'c']) await platform.issueKey({ id: tenant.name, label });
  const labels: (string | null)[] = [];
  for await (const { label } of platform.keys({ id: tenant.name, limit: 1 })) labels.push(label);
  expect(labels).toEqual(['c', 'b', 'a', null]);
});

test('an error has code, status, field errors, request id and details', async () => {
  const { store } = await aShop();
  const rejected = await errorOf(store.placeOrder({ lines: [{ sku: 'TEA', quantity: 0.5 }], note: ' ' }));
  expect(rejected).toBeInstanceOf(StoreError);
  expect(rejected).toMatchObject({ name: 'StoreError', code: 'invalid_request', status: 400, uncertain: false });
  expect(rejected.errors.map(({ field }) => field).sort()).toEqual(['lines[0].quantity', 'note']);
  expect(rejected.requestId).toMatch(/^[\w-]{8,}$/);
  const short = await errorOf(store.placeOrder({ lines: [{ sku: 'TEA', quantity: 101 }] }));
  expect(short).toMatchObject({
    code: 'insufficient_stock',
    status: 409,
    details: { stock: [{ sku: 'TEA', available: 100 }] },
  });
});

test('rejects a change to an outdated version', async () => {
  const { store } = await aShop();
  const { number, version } = await store.placeOrder({ lines: [{ sku: 'TEA', quantity: 1 }] });
  await store.updateOrder({ number, authorized: true }, { version });
  const outdated = await errorOf(store.updateOrder({ number, cancelled: true }, { version }));
  expect(outdated).toMatchObject({ code: 'version_mismatch', status: 412 });
  expect((await errorOf(store.createPayment({ number }, { version }))).code).toBe('version_mismatch');
});

test('rejects an option where it would have no effect', async () => {
  const { store } = await aShop();
  // @ts-expect-error: the types reject it too
  const price = store.updateProduct({ sku: 'TEA', price: 8 }, { idempotencyKey: 'price-7' });
  await expect(price).rejects.toThrow(new TypeError('updateProduct takes no idempotencyKey. Remove it.'));
  // @ts-expect-error: only an operation that creates or replaces takes it
  const create = store.updateProduct({ sku: 'TEA', price: 8 }, { createOnly: true });
  await expect(create).rejects.toThrow(new TypeError('updateProduct takes no createOnly. Remove it.'));
  // @ts-expect-error: a user has no version
  const user = store.updateUser({ id: 'usr_1', active: false }, { version: 1 });
  await expect(user).rejects.toThrow(new TypeError('updateUser takes no version. Remove it.'));
  const options: Options = { idempotencyKey: 'all' };
  await expect(store.orders({}, options).next()).rejects.toThrow(TypeError);
  expect((await store.getProduct({ sku: 'TEA' })).price).toBe(7.9);
});

test.each(['', '.', '..'])('an id of %j cannot reach another operation', async (number) => {
  const store = client({ url, key: 'a-key' });
  await expect(store.getOrder({ number })).rejects.toThrow(
    `getOrder: number must not be ${JSON.stringify(number)}. Call it as getOrder({ number: "1001" }).`,
  );
});

test('escapes the characters of an id', async () => {
  const { store } = await aShop();
  expect((await errorOf(store.getUser({ id: '../order/1001?x#y' }))).code).toBe('not_found');
});

test.each([
  [{ url: 'store.example.com', key: 'k' }, /^url must be/],
  [
    { url: 'https://user:a key@store.example.com', key: 'k' },
    /^url must not contain a user name or password\. Pass only the key, as key\.$/,
  ],
  [{ url, key: 'a key' }, /^key must be/],
  [{ url, key: undefined as unknown as string }, /^key is missing\. Pass an API key, and check that /],
  [{ url: '', key: 'k' }, /^url is missing\. Pass the address /],
])('rejects wrong settings at once, without showing the key', (settings, message) => {
  expect(() => client(settings)).toThrow(message);
  expect(() => client(settings)).not.toThrow(/a key/);
});
