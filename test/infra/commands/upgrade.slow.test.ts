import { readFileSync } from 'node:fs';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { ownTable } from '../../support/ownTable.ts';
import { run } from '../../support/run.ts';

await ownTable();
const TableName = process.env.TABLE_NAME as string;
const { client } = await import('../../../lib/db/client.ts');
const { aStore } = await import('../../support/actors.ts');
const { call } = await import('../../support/call.ts');
const { itemsOf } = await import('../../support/database.ts');
const { anOrder, read } = await import('../../support/orders.ts');
const { create, get, update } = await import('../../support/users.ts');
const { timeId } = await import('../../../lib/values/id.ts');
const { writeDeliveries } = await import('../../support/table.ts');
const { aWebhookStore, deliveriesOf, onlyDelivery, placeOne, resumeDeliveries, runDelivery, setUrl, setUrlAndResume } =
  await import('../../support/webhooks.ts');

const documents = DynamoDBDocumentClient.from(client);
const stored = JSON.parse(readFileSync(new URL('../../lib/order/stored/1.json', import.meta.url), 'utf8'));
const upgrade = (...args: string[]) => run([process.execPath, 'infra/commands/upgrade.ts', ...args]);

test('an upgrade lets search and `updated_from` find older orders, and changes nothing that callers see', async () => {
  const store = await aStore();
  await documents.send(new PutCommand({ TableName, Item: { ...stored, pk: `T#${store.tenant.id}` } }));
  const before = await read(store, '1001');
  const find = async (query: Record<string, string>) => (await call('getOrders', { as: store.key, query })).payload.orders;
  expect(await find({ q: 'grace' })).toEqual([]);
  const { code, stdout } = await upgrade('--table', TableName);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`${store.tenant.name}: upgraded 1 order\n`)]);
  expect(await find({ q: 'grace' })).toEqual([before]);
  expect(await find({ q: 'grace@example.com' })).toEqual([before]);
  expect(await find({ updated_from: '2026-01-01T00:00:00Z' })).toEqual([before]);
  expect(await read(store, '1001')).toEqual(before);
});

test('an upgrade parks waiting deliveries of older versions, so that they are sent once a URL is set', async () => {
  const store = await aWebhookStore();
  const number = await placeOne(store);
  const created = await onlyDelivery(store);
  await runDelivery(store, created);
  await setUrl(store, null);
  const shard = 'DUE#3';
  const stored = { now: new Date(Date.now() + 3600_000), shard, state: 'waiting' as const };
  await writeDeliveries(store.tenant.id as TenantId, number, 2, stored);
  await writeDeliveries(store.tenant.id as TenantId, number, 1, { ...stored, state: 'pending' });
  const { stdout } = await upgrade('--table', TableName);
  expect(stdout).toContain(`${store.tenant.name}: upgraded 0 orders and 2 deliveries\n`);
  const shards = async () => (await itemsOf(store, 'DELIVERY#')).map(({ due_shard }) => due_shard);
  const parked = `REST#${store.tenant.id}`;
  expect(await shards()).toEqual([undefined, parked, parked, shard]);
  await resumeDeliveries(store);
  expect(await shards()).toEqual([undefined, parked, parked, shard]);
  await setUrlAndResume(store);
  for (const { id } of (await deliveriesOf(store)).filter(({ state }) => state === 'pending')) await runDelivery(store, { id });
  expect((await deliveriesOf(store)).map(({ state }) => state)).toEqual(['pending', 'delivered', 'delivered', 'delivered']);
});

test('an upgrade releases waiting deliveries of older versions if a URL is set', async () => {
  const store = await aWebhookStore();
  await writeDeliveries(store.tenant.id as TenantId, '1001', 2, { shard: 'DUE#3', state: 'waiting' });
  await upgrade('--table', TableName);
  await resumeDeliveries(store);
  expect((await deliveriesOf(store)).map(({ state }) => state)).toEqual(['pending', 'pending']);
});

test('a second upgrade changes nothing', async () => {
  const store = await aStore();
  await anOrder(store, { customer: { first_name: 'Ada' } });
  await upgrade('--table', TableName);
  const items = await itemsOf(store);
  expect((await upgrade('--table', TableName)).stdout).toMatch(/^Upgraded 0 orders in \d+ stores\.\n$/);
  expect(await itemsOf(store)).toEqual(items);
});

/** The user as an older version stored it. */
async function aUserOfBefore({ tenant }: Awaited<ReturnType<typeof aStore>>, given: object) {
  const id = `usr_${timeId(new Date())}`;
  const { active, ...user } = { ...tenant.owner, id, ...given };
  await documents.send(new PutCommand({ TableName, Item: userItem(tenant.id, user) }));
  return { ...user, active: true };
}

const userItem = (tenant: string, user: { id: string }) => ({
  pk: `T#${tenant}`,
  sk: `USER#${user.id.slice(4)}`,
  json: JSON.stringify(user),
});

test('an upgrade claims the e-mail addresses of older users, and lists those that two users share', async () => {
  const store = await aStore();
  const first = await aUserOfBefore(store, { email: 'Grace@example.com' });
  const second = await aUserOfBefore(store, { email: 'grace@Example.com' });
  const alone = await aUserOfBefore(store, { email: 'alan@example.com' });
  const { code, stdout } = await upgrade('--table', TableName);
  expect([code, stdout]).toEqual([0, expect.stringContaining(`${store.tenant.name}: user ${second.id} shares the e-mail`)]);
  for (const { id } of [first, alone]) expect(stdout).not.toContain(id);
  for (const { email } of [first, alone, store.tenant.owner]) {
    expect(await create(store, { email: email.toUpperCase() })).toMatchObject({ status: 409, code: 'email_taken' });
  }
  expect((await upgrade('--table', TableName)).stdout).toContain(second.id);
  // The second one leaves the shared address to the first.
  expect(await update(store, second.id, { email: 'other@example.com' })).toMatchObject({ status: 200 });
  expect(await create(store, { email: first.email })).toMatchObject({ status: 409 });
  expect((await upgrade('--table', TableName)).stdout).not.toContain(second.id);
});

test('users and owners that an older version stored are active and can be changed', async () => {
  const store = await aStore();
  const user = await aUserOfBefore(store, { email: 'grace@example.com' });
  const { active, ...owner } = store.tenant.owner;
  await documents.send(new PutCommand({ TableName, Item: userItem(store.tenant.id, owner) }));
  const [{ schema, ...item } = {}] = await itemsOf(store, 'TENANT');
  await documents.send(new PutCommand({ TableName, Item: { ...item, json: JSON.stringify({ ...store.tenant, owner }) } }));
  expect((await get(store, user.id)).payload.user).toEqual(user);
  expect((await call('getUsers', { as: store.key, query: { active: 'true' } })).payload.users).toEqual([
    user,
    store.tenant.owner,
  ]);
  expect((await call('getOwnTenant', { as: store.key })).payload.tenant).toEqual(store.tenant);
  expect((await update(store, user.id, { last_name: 'Murray' })).payload.user).toEqual({ ...user, last_name: 'Murray' });
  expect((await update(store, owner.id, { last_name: 'Lovelace' })).payload.user.active).toBe(true);
  expect(await update(store, owner.id, { active: false })).toMatchObject({ code: 'owner_required' });
});

test('without a table, the command says what is missing', async () => {
  expect(await upgrade()).toMatchObject({ code: 1, stderr: expect.stringContaining('Name the table with --table') });
});
