import { beforeAll, describe, expect, test } from '@jest/globals';
import { type ApiError, invalidRequest, rateLimited } from '../../lib/api/errors.ts';
import { mustBeActive, mustHaveStock } from '../../lib/product/stock.ts';
import type { StoredProduct } from '../../lib/product/storedProduct.ts';
import { aManagementKey, aStore, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { aProduct, place } from '../support/orders.ts';

const errorOf = (act: () => unknown) => {
  try {
    act();
    return undefined;
  } catch (error) {
    const { code, message, details } = error as ApiError;
    return { code, message, ...details };
  }
};

const products = new Map<string, StoredProduct>(
  ['a', 'b', 'c'].map((sku, i) => [
    sku,
    { sku, name: sku, price: 1, weight: null, counted: i > 0, available: i, reserved: 0, archived: i < 2, revision: 1 },
  ]),
);
const lines = ['c', 'b', 'a', 'b'].map((sku) => ({ sku }));

test('a shortage names each product with its place, and how many there are', () => {
  expect(errorOf(() => mustHaveStock({ a: 9, b: 1, c: 2 }, products, lines))).toBeUndefined();
  expect(errorOf(() => mustHaveStock({ a: 9, b: 2, c: 3 }, products, lines))).toEqual({
    code: 'insufficient_stock',
    message: 'There is not enough stock. b: 2 requested, 1 available; c: 3 requested, 2 available.',
    errors: [
      { field: 'lines[1].quantity', message: 'b: 2 requested, 1 available' },
      { field: 'lines[0].quantity', message: 'c: 3 requested, 2 available' },
    ],
    stock: [
      { sku: 'b', requested: 2, available: 1 },
      { sku: 'c', requested: 3, available: 2 },
    ],
  });
});

test('archived products are all named, with their places', () => {
  expect(errorOf(() => mustBeActive(new Map([...products].slice(2)), lines))).toBeUndefined();
  expect(errorOf(() => mustBeActive(products, lines))).toEqual({
    code: 'product_archived',
    message: 'Archived products cannot be ordered: a, b. Remove them from the order, or set `archived` to false.',
    errors: [
      { field: 'lines[2].sku', message: 'a is archived' },
      { field: 'lines[1].sku', message: 'b is archived' },
    ],
  });
});

test('an invalid request begins with its first error, and lists at most a hundred', () => {
  const errors = Array.from({ length: 101 }, (_, i) => ({ field: `f${i}`, message: 'is wrong' }));
  const messageOf = (count: number) => invalidRequest(errors.slice(0, count)).message;
  expect([1, 2, 101].map(messageOf)).toEqual([
    'f0: is wrong',
    'f0: is wrong (and 1 more, see errors)',
    'f0: is wrong (and 100 more, see errors)',
  ]);
  expect(invalidRequest(errors).details).toEqual({ errors: errors.slice(0, 100) });
});

test('a rate limit says when to try again', () => {
  expect([1, 2].map((seconds) => rateLimited('Too fast.', seconds))).toMatchObject([
    { message: 'Too fast. Try again in 1 second.', headers: { 'Retry-After': '1' } },
    { message: 'Too fast. Try again in 2 seconds.', headers: { 'Retry-After': '2' } },
  ]);
});

describe('the store', () => {
  let store: Store;
  let sku: string;

  beforeAll(async () => {
    store = await aStore();
    sku = await aProduct(store, { stock: 5 });
    await place(store, { lines: [{ sku, quantity: 2 }] });
  });

  const adjust = async (body: object, of = sku) =>
    (await call('adjustStock', { as: store.key, params: { sku: of }, body })).body;

  test('is told how many units it can remove', async () => {
    expect(await adjust({ adjust: -4 })).toMatchObject({
      code: 'insufficient_stock',
      description: `You tried to remove 4 of ${sku}, but only 3 can be removed.`,
      stock: [{ sku, requested: 4, available: 3 }],
    });
  });

  test('is told how many units are reserved', async () => {
    expect(await adjust({ counted: 1 })).toMatchObject({
      code: 'insufficient_stock',
      description: `You counted 1 of ${sku}, but orders have reserved 2. Count again, or cancel orders first.`,
      stock: [{ sku, requested: 2, available: 1 }],
    });
  });

  test.each(['adjust', 'counted'])('cannot %s units of a product without tracked stock', async (field) => {
    const other = await aProduct(store);
    const message = `cannot be applied to ${other}: its stock is not tracked. Set \`stock\` to a number first`;
    expect((await adjust({ [field]: 1 }, other)).errors).toEqual([{ field, message }]);
  });

  test('cannot issue a key that may do more or lasts longer than its own', async () => {
    const [soon, later] = ['2099-01-01T00:00:00.000Z', '2099-01-01T00:00:00.001Z'];
    const as = await aManagementKey(store.tenant.id, { scopes: ['settings:write', 'orders:read'], expires: soon });
    const issue = (body: object) => call('issueOwnKey', { as, body });
    expect((await issue({ scopes: ['orders:read', 'orders:write'] })).body).toMatchObject({
      code: 'insufficient_scope',
      required: 'orders:write',
      description: 'Your key cannot issue a key with the scope orders:write, because it does not have that scope itself.',
    });
    expect((await issue({ expires: later })).body.errors).toEqual([
      { field: 'expires', message: `must not be after ${soon}, when your own key expires` },
    ]);
    expect((await issue({ expires: soon, scopes: ['settings:read'] })).payload.key).toMatchObject({
      expires: soon,
      scopes: ['settings:read'],
    });
    expect((await issue({})).payload.key).toMatchObject({ expires: soon, scopes: ['settings:write', 'orders:read'] });
  });

  test('is told which scope an operation needs', async () => {
    const as = await aManagementKey(store.tenant.id, { scopes: ['orders:read'] });
    expect((await call('getProducts', { as })).body).toMatchObject({
      code: 'insufficient_scope',
      required: 'products:read',
      description: 'This operation needs a key with the scope products:read. Use another key, or issue one with that scope.',
    });
  });
});

const agentOf = async (headers: Record<string, string>) => {
  const { tenant } = await aStore();
  await call('updateTenant', { as: platform, params: { id: tenant.id }, body: { country: 'FR' }, headers });
  const { payload } = await call('getAudit', { as: platform, query: { tenant: tenant.id, operation: 'updateTenant' } });
  return payload.entries[0].user_agent;
};

test('the audit log keeps 200 characters of the user agent', async () => {
  expect(await agentOf({ 'User-Agent': `${'x'.repeat(199)}😀` })).toBe(`${'x'.repeat(199)}\ufffd`);
  expect(await agentOf({})).toBeNull();
});
