import { expect, test } from '@jest/globals';
import { client, platformClient, StoreError } from '../../../apps/client/client.ts';
import type { Options } from '../../../apps/client/request.ts';
import { aStore, platform as platformKey, type Store } from '../../support/actors.ts';
import { errorOf } from '../../support/faultyServer.ts';

const url = process.env.BASE_URL as string;

async function aShop(): Promise<Store & { store: ReturnType<typeof client> }> {
  const shop = await aStore();
  const store = client({ url, key: shop.key });
  await store.putProduct({ sku: 'TEA', name: 'Tea', price: 7.9, stock: 100 });
  return { ...shop, store };
}

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
  const platform = platformClient({ url: `${url}/`, key: platformKey });
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
  // @ts-expect-error: the types know the fields of a body
  expect((await errorOf(store.placeOrder({ lines: [{ sku: 'TEA', quantiti: 1 }] }))).status).toBe(400);
  const short = await errorOf(store.placeOrder({ lines: [{ sku: 'TEA', quantity: 101 }] }));
  expect(short).toMatchObject({
    code: 'insufficient_stock',
    status: 409,
    details: { stock: [{ sku: 'TEA', available: 100 }] },
  });
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

test.each(['idempotencyKey', 'actor'])('names the option %s if it does not fit into a header', async (option) => {
  const { store } = await aShop();
  const call = store.placeOrder({ lines: [{ sku: 'TEA', quantity: 1 }] }, { [option]: 'Łukasz' });
  const message = `${option} must consist of visible ASCII characters, such as an ID.`;
  await expect(call).rejects.toThrow(new TypeError(message));
});

test('rejects null where it could mean all, or a key at random', async () => {
  const { store } = await aShop();
  // @ts-expect-error: the types reject it too
  const query = store.getOrders({ cursor: null });
  const message = 'getOrders: cursor must not be null. Leave it out, or stop after the last page.';
  await expect(query).rejects.toThrow(new TypeError(message));
  // @ts-expect-error: the types reject it too
  const option = store.placeOrder({ lines: [{ sku: 'TEA', quantity: 1 }] }, { idempotencyKey: null });
  await expect(option).rejects.toThrow(/^idempotencyKey must consist of/);
});

test('an id cannot reach another operation', async () => {
  const { store } = await aShop();
  expect((await errorOf(store.getUser({ id: '../order/1001?x#y' }))).code).toBe('not_found');
  for (const number of ['', '.', '..']) {
    await expect(store.getOrder({ number })).rejects.toThrow(
      `getOrder: number must not be ${JSON.stringify(number)}. Call it as getOrder({ number: "1001" }).`,
    );
  }
});

test.each([
  ...['store.example.com', 'https://[bad', 'http://exa mple.com', 'http://host:99999', 'https://a?x=1', 'https://a/#b'].map(
    (url) => [{ url, key: 'k' }, /^url must be the address of the service/] as const,
  ),
  [
    { url: 'https://user:a key@store.example.com', key: 'k' },
    /^url must not contain a user name or password\. Pass the key as `key` instead\.$/,
  ],
  [{ url, key: 'a key' }, /^key contains a space/],
  [{ url, key: undefined as unknown as string }, /^key is missing\. Pass an API key, and check that /],
  [{ url: '', key: 'k' }, /^url is missing\. Pass the address /],
])('rejects wrong settings at once, without showing the key', (settings, message) => {
  expect(() => client(settings)).toThrow(message);
  expect(() => client(settings)).not.toThrow(/a key/);
});
