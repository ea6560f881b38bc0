import { beforeAll, expect, test } from '@jest/globals';
import { owner, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { aWebhookStore, onlyDelivery, placeOne } from '../support/webhooks.ts';

let store: Store;
let [key, user, delivery]: string[] = [];

beforeAll(async () => {
  const webhookStore = await aWebhookStore();
  store = webhookStore;
  await placeOne(webhookStore);
  delivery = (await onlyDelivery(store)).id;
  user = store.tenant.owner.id;
  key = (await call('getOwnKeys', { as: store.key })).payload.keys[0].id;
});

/** The same ID with the prefix of another kind. */
const other = (id = '') => `xyz${id.slice(3)}`;

test.each<[string, () => Parameters<typeof call>[1]]>([
  ['getUser', () => ({ as: store.key, params: { id: other(user) } })],
  ['updateUser', () => ({ as: store.key, params: { id: other(user) }, body: { first_name: 'Eve' } })],
  ['revokeOwnKey', () => ({ as: store.key, params: { key_id: other(key) } })],
  ['revokeKey', () => ({ as: platform, params: { id: store.tenant.id, key_id: other(key) } })],
  ['revokePlatformKey', () => ({ as: platform, params: { key_id: other(key) } })],
  ['redeliver', () => ({ as: store.key, params: { name: 'confirm-order', id: other(delivery) } })],
  ['getTenant', () => ({ as: platform, params: { id: other(store.tenant.id) } })],
])('%s does not accept the ID of another kind', async (operation, request) => {
  expect(await call(operation, request())).toMatchObject({ status: 404, code: 'not_found' });
});

test('the error says what does not exist', async () => {
  const none = other(key);
  const descriptionOf = async (...request: Parameters<typeof call>) => (await call(...request)).body.description;
  expect([
    await descriptionOf('revokeKey', { as: platform, params: { id: store.tenant.id, key_id: none } }),
    await descriptionOf('revokeOwnKey', { as: store.key, params: { key_id: none } }),
    await descriptionOf('revokePlatformKey', { as: platform, params: { key_id: none } }),
    await descriptionOf('getTenant', { as: platform, params: { id: 'Nobody!' } }),
    await descriptionOf('getTenant', { as: platform, params: { id: 'nobody' } }),
    await descriptionOf('getUser', { as: store.key, params: { id: 'nobody' } }),
    await descriptionOf('getOrder', { as: store.key, params: { number: '9999' } }),
    await descriptionOf('getOrder', { as: store.key, params: { number: 'x' } }),
    await descriptionOf('getProduct', { as: store.key, params: { sku: 'NONE' } }),
    await descriptionOf('getProduct', { as: store.key, params: { sku: '!' } }),
    await descriptionOf('getWebhook', { as: store.key, params: { name: 'none' } }),
    await descriptionOf('getDeliveries', { as: store.key, params: { name: 'none' } }),
    await descriptionOf('getDeliveries', { as: store.key, params: { name: 'calculate-shipping-rates' } }),
    await descriptionOf('redeliver', { as: store.key, params: { name: 'confirm-order', id: 'none' } }),
  ]).toEqual([
    'There is no active key with this ID.',
    'There is no active key with this ID.',
    'There is no active platform key with this ID.',
    'There is no tenant with this ID or name.',
    'There is no tenant nobody.',
    'There is no user with this ID in this store.',
    'There is no order 9999 in this store.',
    'There is no order with this number.',
    'There is no product NONE in this store.',
    'There is no product with this SKU.',
    'There is no webhook with this name.',
    'There is no webhook with this name.',
    'Only `confirm-order` has deliveries.',
    'There is no delivery with this ID.',
  ]);
});

test('an owner cannot be given by the ID of another kind', async () => {
  const { payload } = await call('createUser', { as: store.key, body: { ...owner, email: 'eve@example.com' } });
  const body = { owner: other(payload.user.id) };
  const answer = await call('updateTenant', { as: platform, params: { id: store.tenant.id }, body });
  expect(answer.body.errors).toEqual([
    { field: 'owner', message: 'must be the ID of a user of this tenant, like usr_…; list the users to find it' },
  ]);
});
