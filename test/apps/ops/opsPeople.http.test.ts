import { expect, test } from '@jest/globals';
import { aStore, uniqueName } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { ops, opsJson } from '../../support/ops.ts';

const store = await aStore();
const env = { STORE_API_KEY: store.key };

const person = ['--first-name', 'Grace', '--last-name', 'Hopper', '--phone', '+12125550123'];

test('creates, lists, deactivates and promotes users', async () => {
  const made = await opsJson(['user', 'create', ...person, '--email', 'grace@example.com', '--allow', 'orders'], env);
  expect(made).toMatchObject({ email: 'grace@example.com', active: true, permissions: { orders: true, home: false } });
  const taken = await ops(['user', 'create', ...person, '--email', 'GRACE@example.com'], env);
  expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('email_taken') });
  const changed = await opsJson(['user', 'update', made.id, '--no-active', '--permission', 'home=true'], env);
  expect(changed).toMatchObject({ active: false, permissions: { home: true, orders: true } });
  expect(await opsJson(['user', 'list', '--no-active'], env)).toEqual([changed]);
  expect(await opsJson(['user', 'list', '--email', 'Grace@example.com'], env)).toEqual([changed]);
  await ops(['user', 'update', made.id, '--active'], env);
  expect(await opsJson(['tenant', 'update', store.tenant.name, '--owner', made.id])).toMatchObject({ owner: { id: made.id } });
  expect((await ops(['user', 'list'], env)).stdout).toMatch(/^ID +NAME +EMAIL +PHONE +ACTIVE\n/);
});

test('archives products, and counts and adjusts stock', async () => {
  const sku = uniqueName('sku');
  await call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 1, stock: 5 } });
  const counted = await opsJson(['stock', 'count', sku, '9', '--reason', 'stocktaking'], env);
  expect(counted.stock).toEqual({ available: 9, reserved: 0 });
  expect((await opsJson(['stock', 'adjust', sku, '--by=-7'], env)).stock.available).toBe(2);
  expect(await opsJson(['product', 'list', '--stock-below', '3'], env)).toHaveLength(1);
  expect(await opsJson(['product', 'archive', sku], env)).toMatchObject({ archived: true });
  expect(await opsJson(['product', 'list'], env)).toEqual([]);
  expect(await opsJson(['product', 'list', '--archived'], env)).toHaveLength(1);
  expect(await opsJson(['product', 'archive', sku, '--undo'], env)).toMatchObject({ archived: false });
  expect(await ops(['stock', 'count', sku, 'many'], env)).toMatchObject({ code: 2 });
});
