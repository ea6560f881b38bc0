import { expect, test } from '@jest/globals';
import { callOperation } from '../../infra/local/callOperation.ts';
import { kindOf, type StoredKind, storedKinds } from '../../infra/storedKinds.ts';
import { aStore, platform, type Store } from '../support/actors.ts';
import { itemsOf, writeItems } from '../support/database.ts';
import { aFollowedStore, runFollower } from '../support/followers.ts';
import { anOrder } from '../support/orders.ts';
import { ownTable } from '../support/ownTable.ts';
import { aWebhookStore, onlyDelivery, placeOne, runDelivery } from '../support/webhooks.ts';

await ownTable();

/** A field that only a newer version knows, which may run beside this one. */
const newer = 'stored by a newer version';

/** In these objects, the names are data, such as SKUs. */
const maps = ['holdings', 'keys', 'transaction_data', 'metadata'];

const withNewer = (text: string) =>
  JSON.stringify(JSON.parse(text), (name, value) =>
    maps.includes(name) || value === null || typeof value !== 'object' || Array.isArray(value) ? value : { ...value, newer },
  );

/** The fields of `more` are those of `json`, which already has the newer field. */
const withNewerParts = (text: string) => JSON.stringify({ ...JSON.parse(withNewer(text)), newer: undefined });

const tried = new Set<StoredKind | undefined>();

/** Written once, replaced as a whole, or changed by atomic updates of single fields. */
const neverRewritten: StoredKind[] = [
  ...(['audit entry', 'idempotency record', 'search key', 'e-mail claim', 'name or host claim', 'cached rates'] as const),
  ...(['order counter', 'request count', 'key secrets', 'index check', 'recent actions'] as const),
];

/** Stores items again, as a newer version may have stored them. Returns how many newer fields they contain. */
async function storeAsNewer(store: Store, kind: string): Promise<number> {
  for (const item of await itemsOf(store, kind)) {
    tried.add(kindOf(item as { sk: string }));
    const texts = ['json', 'more', 'internal'].filter((name) => name in item);
    const parts = Object.fromEntries(
      texts.map((name) => [name, (name === 'more' ? withNewerParts : withNewer)(item[name] as string)]),
    );
    await writeItems([{ ...item, ...parts, schema: 99, newer }]);
  }
  return newerFields(store, kind);
}

const newerFields = async (store: Store, kind: string): Promise<number> =>
  JSON.stringify(await itemsOf(store, kind)).split(newer).length - 1;

/** Does not check the response, which may contain the newer fields too. */
const send = (key: string, id: string, params: Record<string, string>, body?: object) =>
  callOperation(key, id, { params, body });

test('an order keeps what a newer version stored, after every kind of change', async () => {
  const store = await aStore();
  await send(store.key, 'putProduct', { sku: 'TEA' }, { name: 'Tea', price: 10, stock: 9 });
  const customer = { first_name: 'Grace', email: 'grace@example.com' };
  const lines = [{ sku: 'TEA', quantity: 4 }];
  const { number, shipments } = await anOrder(store, { lines, customer, authorized: true });
  await send(store.key, 'createPayment', { number }, { total: 10 });
  await send(store.key, 'createCredit', { number }, { amount: 1 });
  const fields = await storeAsNewer(store, 'ORDER#');
  expect(fields).toBeGreaterThan(10);
  const [{ id } = { id: '' }] = shipments;
  const changes: [string, Record<string, string>, object][] = [
    ['createPayment', { number }, { total: 15 }],
    ['createPayment', { number }, { method: 'refund', lines: [{ line: 0, quantity: 1 }] }],
    ['createCredit', { number }, { amount: 1, reason: 'late' }],
    ['updateOrder', { number }, { note: 'By Friday', visible: false, authorized: false }],
    ['updateOrder', { number }, { authorized: true }],
    ['splitShipment', { number }, { from: id, lines: [{ sku: 'TEA', quantity: 1 }] }],
    ['updateShipment', { number, id }, { state: 'shipped', carrier: 'Post' }],
    ['returnShipment', { number, id }, { lines: [{ sku: 'TEA', quantity: 1 }] }],
    ['cancelPart', { number }, { lines: [{ line: 0, quantity: 1 }] }],
    ['updateOrder', { number }, { cancelled: true, restock: true }],
  ];
  for (const [operation, params, body] of changes) {
    await send(store.key, operation, params, body);
    expect([operation, await newerFields(store, 'ORDER#')]).toEqual([operation, fields]);
  }
  await send(store.key, 'eraseCustomer', { number });
  const ofCustomer = 1;
  expect(await newerFields(store, 'ORDER#')).toBe(fields - ofCustomer);
});

test('an order of a newer version is listed and read', async () => {
  const store = await aStore();
  const { number } = await anOrder(store);
  await storeAsNewer(store, 'ORDER#');
  expect(await send(store.key, 'getOrders', {})).toMatchObject({ orders: [{ number, newer }] });
  expect(await send(store.key, 'getOrder', { number })).toMatchObject({ orders: { number, newer } });
});

test('an order of a newer version is found by its new customer only', async () => {
  const store = await aStore();
  const { number } = await anOrder(store, { customer: { last_name: 'Hopper' } });
  await storeAsNewer(store, 'ORDER#');
  await send(store.key, 'updateOrder', { number }, { customer: { last_name: 'Lovelace' } });
  expect((await itemsOf(store, 'FIND#')).map(({ sk }) => sk)).toEqual([expect.stringMatching(/^FIND#N:lovelace /)]);
});

test('a tenant and its users keep what a newer version stored', async () => {
  const store = await aStore();
  const fields = [await storeAsNewer(store, 'TENANT'), await storeAsNewer(store, 'USER#')];
  const { id, owner } = store.tenant;
  await send(platform, 'updateTenant', { id }, { country: 'FR', permissions: { home: false } });
  await send(platform, 'setStorePlan', {}, { tenant: id, override_plan: 'plan2' });
  await send(store.key, 'putOpeningHours', {}, { opening_hours: { days: {} } });
  await send(store.key, 'updateLegal', {}, { company_name: 'Tea House' });
  await send(store.key, 'updateUser', { id: owner.id }, { last_name: 'Lovelace' });
  expect([await newerFields(store, 'TENANT'), await newerFields(store, 'USER#')]).toEqual(fields);
});

test('products and keys keep what a newer version stored', async () => {
  const store = await aStore();
  const params = { sku: 'TEA' };
  await send(store.key, 'putProduct', params, { name: 'Tea', price: 10, stock: 9 });
  const issued = await send(store.key, 'issueOwnKey', {}, { label: 'second' });
  const fields = [await storeAsNewer(store, 'PRODUCT#'), await storeAsNewer(store, 'KEY#')];
  await send(store.key, 'putProduct', params, { name: 'Green tea', price: 11, stock: 8 });
  await send(store.key, 'updateProduct', params, { archived: true });
  await send(store.key, 'updateProduct', params, { archived: false });
  await send(store.key, 'adjustStock', params, { adjust: 3 });
  await send(store.key, 'placeOrder', {}, { lines: [{ ...params, quantity: 2 }] });
  await send(issued.secret, 'getOwnTenant', {});
  await send(store.key, 'revokeOwnKey', { key_id: issued.key.id });
  expect([await newerFields(store, 'PRODUCT#'), await newerFields(store, 'KEY#')]).toEqual(fields);
});

test('webhooks and deliveries keep what a newer version stored', async () => {
  const store = await aWebhookStore(500, 200);
  await placeOne(store);
  const fields = [await storeAsNewer(store, 'WEBHOOK#'), await storeAsNewer(store, 'DELIVERY#')];
  const params = { name: 'confirm-order' };
  const { id } = await onlyDelivery(store);
  await runDelivery(store, { id });
  await send(store.key, 'redeliver', { ...params, id }, {});
  await send(store.key, 'changeWebhook', params, { url: store.receiver.url });
  await send(store.key, 'replaceWebhookSecret', params);
  await runDelivery(store, { id });
  expect(await itemsOf(store, 'DELIVERY#')).toMatchObject([{ state: 'delivered' }]);
  expect([await newerFields(store, 'WEBHOOK#'), await newerFields(store, 'DELIVERY#')]).toEqual(fields);
});

test('a follower keeps what a newer version stored', async () => {
  const store = await aFollowedStore();
  const fields = [await storeAsNewer(store, 'WEBHOOK#'), await storeAsNewer(store, 'POSITION#')];
  await placeOne(store);
  await runFollower(store);
  await send(store.key, 'changeWebhook', { name: 'order-changed' }, { url: store.receiver.url });
  expect(await itemsOf(store, 'POSITION#')).toMatchObject([{ sent: { 1001: expect.anything() } }]);
  expect([await newerFields(store, 'WEBHOOK#'), await newerFields(store, 'POSITION#')]).toEqual(fields);
});

test('every kind that is changed after it was stored is tried here', () => {
  expect([...tried, ...neverRewritten].sort()).toEqual(Object.keys(storedKinds).sort());
});
