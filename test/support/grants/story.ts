import { pathParameters } from '../../../apps/reference/examples/pathParameters.ts';
import { gatewayEvent } from '../../../infra/local/event.ts';
import { issuePlatformKey } from '../../../lib/key/platformKeys.ts';
import type { Key } from '../../../lib/key/schema.ts';
import { routes } from '../../../lib/routes.ts';
import { aPlatformKey, newTenant, owner, platform, uniqueName } from '../actors.ts';
import { call } from '../call.ts';
import { keyed } from '../orders.ts';
import { aReceiver } from '../receiver.ts';
import { recordedNeeds, recordNeeds } from './needs.ts';
import { deliveries, orders, rates } from './orderStory.ts';
import { callRecorded, type Shop, sku } from './shop.ts';

/** Calls every function in every way that makes different calls to the database or the queue. */
export async function callEverything(): Promise<void> {
  const shop = await openShop(platform);
  await tenants(shop);
  await settings(shop);
  await products(shop);
  await users(shop);
  await orders(shop);
  await rates(shop);
  await deliveries(shop);
  await ownKeys(shop);
  await keys(shop);
  await otherReads(shop);
  await recordNeeds('health', health);
  await firstUses(shop);
  shop.receiver.close();
}

async function openShop(platform: string): Promise<Shop> {
  const name = uniqueName();
  for (const body of [newTenant({ name }), newTenant({ name }), newTenant({ name, country: 'FR' })]) {
    await callRecorded('createTenant', { as: platform, body, headers: keyed(name) });
  }
  const { id: tenant } = (await callRecorded('getTenant', { as: platform, params: { id: name } })).payload.tenant;
  const { secret } = (await callRecorded('issueKey', { as: platform, params: { id: name } })).payload;
  return { name, tenant, platform, key: secret, receiver: await aReceiver() };
}

async function health() {
  const { handler } = await import('../../../functions/health.ts');
  await handler(gatewayEvent({ method: 'GET', url: '/health', headers: {} }), {});
}

async function tenants({ platform: as, name, tenant }: Shop) {
  const params = { id: tenant };
  for (const id of [tenant, name]) await callRecorded('getTenant', { as, params: { id } });
  const filters: Record<string, string>[] = [{}, { tenant }, { tenant: name }];
  for (const query of filters) await callRecorded('getAudit', { as, query });
  await callRecorded('updateTenant', { as, params, body: { country: 'FR' } });
  await callRecorded('updateTenant', { as, params: { id: name }, body: { timezone: 'UTC', name: `${name}-2` } });
  await callRecorded('updateTenant', { as, params, body: { name } });
  await callRecorded('setStoreFront', { as, body: { tenant: name, front_end: 'flat' } });
  await callRecorded('setStorePlan', { as, body: { tenant: name, override_plan: 'plan1' } });
  for (const forward_www of [true, false]) {
    await callRecorded('linkDomain', { as, body: { tenant: name, host: `${uniqueName()}.example.com`, forward_www } });
  }
}

async function settings({ key: as, receiver: { url } }: Shop) {
  await callRecorded('overrideAvailability', { as, body: { available: true } });
  await callRecorded('putOpeningHours', { as, body: { opening_hours: { days: {} } } });
  await callRecorded('updateLegal', { as, body: { company_name: 'Tea House' } });
  for (const name of ['confirm-order', 'calculate-shipping-rates']) {
    await callRecorded('changeWebhook', { as, params: { name }, body: { url } });
    for (const id of ['replaceWebhookSecret', 'testWebhook']) await callRecorded(id, { as, params: { name } });
  }
}

async function products({ key: as }: Shop) {
  for (const stock of [3, 5]) await callRecorded('putProduct', { as, params: sku, body: { name: 'Tea', price: 10, stock } });
  await callRecorded('updateProduct', { as, params: sku, body: { price: 9 } });
  for (const adjust of [1, 1, 2, -99])
    await callRecorded('adjustStock', { as, params: sku, body: { adjust }, headers: keyed('once') });
  await callRecorded('adjustStock', { as, params: sku, body: { adjust: 1 } });
}

async function users({ key: as, platform, tenant }: Shop) {
  const body = { ...owner, first_name: 'Alan', email: 'alan@example.com' };
  for (let i = 0; i < 2; i++) await callRecorded('createUser', { as, body, headers: keyed('once') });
  const { users } = (await callRecorded('getUsers', { as })).payload;
  for (const { id } of users) {
    await callRecorded('getUser', { as, params: { id } });
    await callRecorded('updateUser', { as, params: { id }, body: { last_name: 'Turing', email: `${id}@example.com` } });
  }
  await callRecorded('updateTenant', { as: platform, params: { id: tenant }, body: { owner: users[0].id } });
}

async function keys({ platform: as, name, tenant }: Shop) {
  const keyedOnce = { as, params: { id: name }, headers: keyed('once') };
  for (const options of [keyedOnce, keyedOnce, { as, params: { id: tenant } }]) await callRecorded('issueKey', options);
  for (const id of [tenant, name]) {
    const { keys } = (await callRecorded('getKeys', { as, params: { id } })).payload;
    const active = keys.find(({ revoked }: Key) => revoked === null);
    await callRecorded('revokeKey', { as, params: { id, key_id: active.id } });
  }
}

async function ownKeys({ platform, key: as, name }: Shop) {
  const options = { as, body: {}, headers: keyed('once') };
  const { key } = (await callRecorded('issueOwnKey', options)).payload;
  await callRecorded('issueOwnKey', options);
  await callRecorded('revokeOwnKey', { as, params: { key_id: key.id } });
  const issued = await issuePlatformKey({ label: name, expires: null }, 'test', new Date());
  await callRecorded('revokePlatformKey', { as: platform, params: { key_id: issued.key.id } });
}

/** Calls every GET that no other part has called. */
async function otherReads({ key, platform, tenant }: Shop) {
  const ids = { tenant, order: '1001', product: sku.sku, webhook: 'confirm-order' };
  for (const { id, caller, method, path } of routes) {
    const params = pathParameters(path, ids);
    const isNew = method === 'GET' && recordedNeeds(id).length === 0;
    if (isNew && params) await callRecorded(id, { as: caller === 'platform' ? platform : key, params });
  }
}

/** Calls every operation with a key that is in no cache and was not used today. */
async function firstUses({ tenant, platform }: Shop) {
  for (const { id, caller, path } of routes) {
    const fresh = await aPlatformKey();
    const { secret } = (await call('issueKey', { as: platform, params: { id: tenant } })).payload;
    const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name as string, '-']));
    await callRecorded(id, { as: caller === 'platform' ? fresh : secret, params, query: { unknown: 'rejected' } });
  }
}
