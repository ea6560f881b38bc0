import { aPlatformKey, newTenant, owner, platform, uniqueName } from '../actors.ts';
import { call } from '../call.ts';
import { keyed } from '../orders.ts';
import { aReceiver } from '../receiver.ts';
import { deliveries, orders, rates } from './orderStory.ts';
import { does, type Shop, sku } from './shop.ts';

/** Every function once in every way that asks something else of the database or the queue. */
export async function story(): Promise<void> {
  const shop = await opened(platform);
  await tenants(shop);
  await settings(shop);
  await goods(shop);
  await users(shop);
  await orders(shop);
  await rates(shop);
  await deliveries(shop);
  await keys(shop);
  await first(shop);
  shop.receiver.close();
}

async function opened(platform: string): Promise<Shop> {
  const name = uniqueName();
  for (const body of [newTenant({ name }), newTenant({ name }), newTenant({ name, country: 'FR' })]) {
    await does('createTenant', { as: platform, body, headers: keyed(name) });
  }
  const { id: tenant } = (await does('getTenant', { as: platform, params: { id: name } })).payload.tenant;
  const { secret } = (await does('issueKey', { as: platform, params: { id: name } })).payload;
  return { name, tenant, platform, key: secret, receiver: await aReceiver() };
}

async function tenants({ platform: as, name, tenant }: Shop) {
  const params = { id: tenant };
  for (const id of [tenant, name]) await does('getTenant', { as, params: { id } });
  const whose: Record<string, string>[] = [{}, { tenant }, { tenant: name }];
  for (const query of whose) await does('getAudit', { as, query });
  await does('getTenants', { as });
  await does('updateTenant', { as, params, body: { country: 'FR' } });
  await does('updateTenant', { as, params: { id: name }, body: { timezone: 'UTC', name: `${name}-2` } });
  await does('updateTenant', { as, params, body: { name } });
  await does('setStoreFront', { as, body: { tenant: name, front_end: 'flat' } });
  await does('setStorePlan', { as, body: { tenant: name, override_plan: 'plan1' } });
  for (const forward_www of [true, false]) {
    await does('linkDomain', { as, body: { tenant: name, host: `${uniqueName()}.example.com`, forward_www } });
  }
}

async function settings({ key: as, receiver: { url } }: Shop) {
  for (const id of ['getOwnTenant', 'getAvailability', 'getOpeningHours', 'getLegal']) await does(id, { as });
  await does('overrideAvailability', { as, body: { available: true } });
  await does('putOpeningHours', { as, body: { opening_hours: null } });
  await does('updateLegal', { as, body: { company_name: 'Tea House' } });
  for (const name of ['confirm-order', 'calculate-shipping-rates']) {
    await does('changeWebhook', { as, params: { name }, body: { url } });
    for (const id of ['getWebhook', 'replaceWebhookSecret', 'testWebhook']) await does(id, { as, params: { name } });
  }
}

async function goods({ key: as }: Shop) {
  for (const stock of [3, 5]) await does('putProduct', { as, params: sku, body: { name: 'Tea', price: 10, stock } });
  await does('updateProduct', { as, params: sku, body: { price: 9 } });
  for (const id of ['getProduct', 'getProducts']) await does(id, { as, params: id === 'getProduct' ? sku : {} });
  for (const adjust of [1, 1, 2, -99]) await does('adjustStock', { as, params: sku, body: { adjust }, headers: keyed('once') });
  await does('adjustStock', { as, params: sku, body: { adjust: 1 } });
}

async function users({ key: as }: Shop) {
  const body = { ...owner, first_name: 'Alan' };
  for (let i = 0; i < 2; i++) await does('createUser', { as, body, headers: keyed('once') });
  const { users } = (await does('getUsers', { as })).payload;
  for (const { id } of users) {
    await does('getUser', { as, params: { id } });
    await does('updateUser', { as, params: { id }, body: { last_name: 'Turing' } });
  }
}

async function keys({ platform: as, name, tenant }: Shop) {
  const keyedOnce = { as, params: { id: name }, headers: keyed('once') };
  for (const options of [keyedOnce, keyedOnce, { as, params: { id: tenant } }]) await does('issueKey', options);
  for (const id of [tenant, name]) {
    const { keys } = (await does('getKeys', { as, params: { id } })).payload;
    await does('revokeKey', { as, params: { id, key_id: keys[0].id } });
  }
}

/** A key that no cache knows yet, and that was not used today. */
async function first({ tenant, platform }: Shop) {
  const { routes } = await import('../../../lib/routes.ts');
  for (const { id, caller, path } of routes) {
    const fresh = await aPlatformKey();
    const { secret } = (await call('issueKey', { as: platform, params: { id: tenant } })).payload;
    const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name as string, '-']));
    await does(id, { as: caller === 'platform' ? fresh : secret, params, query: { unknown: 'refused' } });
  }
}
