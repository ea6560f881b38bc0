import { readdirSync, readFileSync } from 'node:fs';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { kindOf, storedKinds } from '../../infra/storedKinds.ts';
import { ownTable } from '../support/ownTable.ts';

await ownTable();
const { client } = await import('../../lib/db/client.ts');
const { TableName } = await import('../../lib/db/key.ts');
const { platform: as, uniqueName } = await import('../support/actors.ts');
const { call } = await import('../support/call.ts');
const { itemsOf } = await import('../support/database.ts');
const { keyed, pay, place, read, ship, split, giveBack, stockOf, update } = await import('../support/orders.ts');
const { isUpgraded, upgrade } = await import('../../infra/upgrade.ts');

type Item = { pk: string; sk: string; schema?: number };
type Recorded = { tenant: string; key: string; items: Item[] };

const documents = DynamoDBDocumentClient.from(client);
/** Stores that earlier versions of the service filled, recorded by test/support/stored/record.ts. */
const folder = new URL('../support/stored/stores/', import.meta.url);
const names = readdirSync(folder);
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const recordings: Recorded[] = names.map((name) => JSON.parse(textOf(name)));

test.each(Object.entries(storedKinds))('there is a stored %s of every earlier version', (kind, { version }) => {
  const items = recordings.flatMap(({ items }) => items.filter((item) => kindOf(item) === kind));
  const older = items.map(({ schema = 1 }) => schema).filter((schema) => schema < version);
  expect([...new Set(older)].sort()).toEqual(Array.from({ length: version - 1 }, (_, i) => i + 1));
});

describe.each(names)('the store %s', (file) => {
  const name = uniqueName('older');
  const store = { tenant: { id: '' }, key: '' };
  const hook = { name: 'confirm-order' };

  beforeAll(async () => {
    const text = textOf(file).replaceAll('stored-store', name).replaceAll('shop.example.com', `${name}.example.com`);
    const { tenant, key, items }: Recorded = JSON.parse(text);
    Object.assign(store, { tenant: { id: tenant }, key });
    for (const Item of items) await documents.send(new PutCommand({ TableName, Item }));
  });

  const get = async (id: string, params = {}) => (await call(id, { as: store.key, params })).payload;

  test('can be read as a whole', async () => {
    const { tenant } = await get('getOwnTenant');
    expect(tenant).toMatchObject({ name, owner: { active: true }, store_host: `${name}.example.com` });
    expect((await get('getUsers')).users).toMatchObject([{ first_name: 'Alan', active: true }, tenant.owner]);
    expect((await get('getLegal')).legal).toMatchObject({ company_name: 'Tea House', address: { city: 'Berlin' } });
    expect((await get('getOpeningHours')).opening_hours).toEqual({ days: {} });
    expect(await get('getAvailability')).toMatchObject({ reason: 'override' });
    expect((await get('getProducts')).products).toMatchObject([
      { sku: 'CARD', archived: false, stock: null },
      { sku: 'TEA', archived: false, stock: { available: 16, reserved: 3 } },
    ]);
    const keys = (await get('getOwnKeys')).keys;
    expect(keys).toMatchObject([{ label: 'server', revoked: null }, { label: 'revoked' }]);
    for (const { scopes } of keys) expect(scopes).toEqual(['orders:write', 'products:write', 'settings:write']);
    expect((await get('getDeliveries', hook)).deliveries).toMatchObject([
      { state: 'waiting' },
      { state: 'pending' },
      { state: 'delivered' },
    ]);
    expect((await get('getWebhook', hook)).webhook).toMatchObject({ health: { state: 'paused' } });
  });

  test('keeps its orders, with their money and stock', async () => {
    const { orders } = await get('getOrders');
    expect(orders).toMatchObject([
      { number: '1005' },
      { number: '1004', balance: 10 },
      { number: '1003', authorized: true },
      { number: '1002', cancelled: true, balance: 0 },
      { number: '1001', paid: 20, refunded: 5, balance: 12.4, shipments: [{ state: 'shipped' }] },
    ]);
    for (const order of orders) {
      expect((await get('getOrder', order)).orders).toEqual(order);
      for (const id of ['getHistory', 'getActions']) await get(id, order);
    }
  });

  test('shows its audit log, to itself and to the platform', async () => {
    const params = { tenant: store.tenant.id };
    expect((await get('getOwnAudit')).entries.at(-1)).toMatchObject({ operation: 'createTenant', actor: null });
    const { entries } = (await call('getAudit', { as, query: params })).payload;
    expect(entries.at(-1)).toMatchObject({ operation: 'createTenant', actor: null, tenant: store.tenant.id });
    expect((await call('getAudit', { as })).payload.entries).toEqual(expect.arrayContaining([entries.at(-1)]));
    expect((await call('getTenants', { as, query: { q: name } })).payload.tenants).toHaveLength(1);
  });

  test('still recognizes repeated requests', async () => {
    const customer = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com', phone: '+4930123456' };
    const lines = [
      { sku: 'TEA', quantity: 2 },
      { sku: 'CARD', quantity: 1 },
    ];
    const order = { customer, lines, shipping: { name: 'Post', price: 4.9 }, authorized: true };
    const user = { first_name: 'Alan', last_name: 'Turing', email: 'alan@example.com', phone: '+4915112345679' };
    const data = '{"total":20,"transaction_data":{"big":12345678901234567890}}';
    const repeated = [
      await place(store, order, keyed('order')),
      await pay(store, '1001', data, keyed('payment')),
      await pay(store, '1001', { method: 'refund', total: -5 }, keyed('refund')),
      await call('adjustStock', { as: store.key, params: { sku: 'TEA' }, body: { adjust: 1 }, headers: keyed('stock') }),
      await call('createUser', { as: store.key, body: user, headers: keyed('user') }),
    ];
    for (const { headers } of repeated) expect(headers['idempotent-replayed']).toBe('true');
    expect(await stockOf(store, 'TEA')).toEqual([16, 3]);
  });

  test('can be changed by every operation, and is then stored in the current version', async () => {
    const [, owner] = (await get('getUsers')).users;
    const change = async (id: string, params: object, body: object) =>
      expect(await call(id, { as: store.key, params: params as Record<string, string>, body })).toMatchObject({
        code: undefined,
      });
    await change('updateUser', { id: owner.id }, { last_name: 'Lovelace' });
    await change('putProduct', { sku: 'CARD' }, { name: 'Card', price: 3, stock: null });
    await change('updateProduct', { sku: 'TEA' }, { archived: true });
    await change('putProduct', { sku: 'TEA' }, { name: 'Tea', price: 11, stock: 16 });
    await change('changeWebhook', hook, { url: 'https://example.com/hook' });
    await change('redeliverAll', hook, { state: 'waiting' });
    await change('putOpeningHours', {}, { opening_hours: null });
    const order = await read(store, '1001');
    await ship(store, order, { state: 'ready' });
    await split(store, '1001', { from: order.shipments[0]?.id, lines: [{ sku: 'TEA', quantity: 1 }] });
    await ship(store, order, { state: 'shipped' });
    await giveBack(store, order);
    await update(store, '1002', { cancelled: false });
    expect(await stockOf(store, 'TEA')).toEqual([16, 5]);
    for (const number of ['1003', '1004', '1005']) await pay(store, number);
    for (const kind of ['TENANT', 'PRODUCT#', `USER#${owner.id.slice(4)}`, 'ORDER#']) {
      for (const item of await itemsOf(store, kind)) {
        expect(item).toMatchObject({ schema: storedKinds[kindOf(item as Item) as keyof typeof storedKinds].version });
      }
    }
  });

  test('is found by search and `updated_from` after an upgrade', async () => {
    await upgrade(() => {});
    expect(await isUpgraded()).toBe(true);
    const queries: Record<string, string>[] = [{ q: 'hopper' }, { q: '030 123456' }, { updated_from: '2026-01-01T00:00:00Z' }];
    for (const query of queries) {
      const { orders } = (await call('getOrders', { as: store.key, query })).payload;
      expect(orders.map(({ number }: { number: string }) => number)).toContain('1001');
    }
  });
});
