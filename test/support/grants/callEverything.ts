import type { SQSEvent } from 'aws-lambda';
import { handler as deliver } from '../../../functions/webhook/deliver.ts';
import { handler as follow } from '../../../functions/webhook/follow.ts';
import { handler as sweep } from '../../../functions/webhook/sweep.ts';
import { gatewayEvent } from '../../../infra/local/event.ts';
import * as story from '../../../infra/smoke/story.ts';
import { issuePlatformKey } from '../../../lib/key/platformKeys.ts';
import { routes } from '../../../lib/routes.ts';
import { deliveryKey } from '../../../lib/webhook/delivery.ts';
import { aPlatformKey, newTenant, owner, platform, uniqueName } from '../actors.ts';
import { type Answer, call, type Options } from '../call.ts';
import { keyed } from '../orders.ts';
import type { Receiver } from '../receiver.ts';
import { playStory, storyCaller } from '../storyCaller.ts';
import { recordNeeds } from './needs.ts';

/** The store that every operation is called for. */
type Shop = { name: string; tenant: string; key: string; receiver: Receiver };

/** Calls an operation and records which AWS calls it needs. */
const recorded = (id: string, options: Options): Promise<Answer> => recordNeeds(id, () => call(id, options));

/** Calls every function in every way that makes different calls to the database or the queue. */
export async function callEverything(): Promise<void> {
  const caller = storyCaller((id, options = {}) => recorded(id, options));
  const { name, store, receiver, user, order, delivery } = await playStory(caller);
  const ids = { tenant: name, order: order.number, shipment: order.shipment, user, delivery };
  await story.readRest(caller, (id) => id in caller.payloads, ids);
  const shop = { name, tenant: store.tenant, key: store.secret, receiver };
  for (const others of [tenants, products, users, orders, followers, deliveries, keys, firstUses]) await others(shop);
  await recordNeeds('health', health);
  receiver.close();
}

async function health() {
  const { handler } = await import('../../../functions/health.ts');
  await handler(gatewayEvent({ method: 'GET', url: '/health', headers: {} }), {});
}

/** By name and by ID, repeated, with another body, and with a name and hosts that change. */
async function tenants({ name, tenant, key: as }: Shop) {
  const other = uniqueName();
  for (const body of [newTenant({ name: other }), newTenant({ name: other }), newTenant({ name: other, country: 'FR' })]) {
    await recorded('createTenant', { as: platform, body, headers: keyed(other) });
  }
  await recorded('getTenant', { as: platform, params: { id: tenant } });
  await recorded('updateTenant', { as: platform, params: { id: other }, body: { suspended: true } });
  await recorded('issueKey', { as: platform, params: { id: other } });
  for (const suspended of [true, false])
    await recorded('updateTenant', { as: platform, params: { id: tenant }, body: { suspended } });
  for (const query of [{ tenant }, {}] as Record<string, string>[]) await recorded('getAudit', { as: platform, query });
  await recorded('updateTenant', { as: platform, params: { id: name }, body: { name: `${name}-2` } });
  await recorded('updateTenant', { as: platform, params: { id: tenant }, body: { name } });
  const link = { tenant: name, host: `${uniqueName()}.example.com`, forward_www: false };
  await recorded('linkDomain', { as: platform, body: link });
  await recorded('overrideAvailability', { as, body: { available: true } });
}

async function products({ key: as }: Shop) {
  await recorded('putProduct', { as, params: story.tea, body: { name: 'Tea', price: 10, stock: 5 } });
  for (const adjust of [1, 1, 2, -99])
    await recorded('adjustStock', { as, params: story.tea, body: { adjust }, headers: keyed('1') });
}

async function users({ key: as, tenant }: Shop) {
  const body = { ...owner, first_name: 'Eve', email: 'eve@example.com' };
  for (let i = 0; i < 2; i++) await recorded('createUser', { as, body, headers: keyed('once') });
  const { users } = (await recorded('getUsers', { as })).payload;
  for (const { id } of users) await recorded('updateUser', { as, params: { id }, body: { email: `${id}@example.com` } });
  const narrow = (await recorded('issueOwnKey', { as, body: { scopes: ['settings:write'] } })).payload.secret;
  const raise = { permissions: { orders: true } };
  await recorded('updateUser', { as: narrow, params: { id: users[0].id }, body: raise });
  await recorded('updateTenant', { as: platform, params: { id: tenant }, body: { owner: users[0].id } });
}

/** Cancels all units of a shipment that was split off and has a tracking number, then erases the customer. */
async function cancelAPart(as: string) {
  const order = { lines: story.lines(2), customer: { first_name: 'Joan' } };
  const { number, shipments } = (await recorded('placeOrder', { as, body: order })).payload.orders;
  const body = { from: shipments[0].id, lines: story.lines(1) };
  const { shipment } = (await recorded('splitShipment', { as, params: { number }, body })).payload;
  const params = { number, id: shipment.id };
  for (const tracking_number of ['1Z999', '1Z998']) await recorded('updateShipment', { as, params, body: { tracking_number } });
  const part = { lines: [{ line: 0, quantity: 1 }], restock: false };
  await recorded('cancelPart', { as, params: { number }, body: part });
  await recorded('eraseCustomer', { as, params: { number } });
}

async function orders({ key: as, receiver }: Shop) {
  for (const quantity of [1, 1, 99]) {
    await recorded('placeOrder', { as, body: { lines: story.lines(quantity), authorized: true }, headers: keyed('once') });
  }
  const card = { sku: 'CARD' };
  await call('putProduct', { as, params: card, body: { name: 'Card', price: 9, stock: null } });
  await recorded('placeOrder', { as, body: { lines: [{ ...card, quantity: 1 }] } });
  const { number, shipments } = (await recorded('placeOrder', { as, body: { lines: story.lines(1), authorized: true } }))
    .payload.orders;
  const params = { number };
  for (const first_name of ['Ada', 'Mary']) await recorded('updateOrder', { as, params, body: { customer: { first_name } } });
  const since = '2026-01-01T00:00:00Z';
  const queries: Record<string, string>[] = [
    { created_from: since },
    { q: 'mary' },
    { updated_from: since },
    { shippable: 'true' },
  ];
  for (const query of queries) await recorded('getOrders', { as, query });
  for (const id of ['getDailyReport', 'getOpenReport']) await recorded(id, { as });
  for (const total of [4, 4, 99, -1]) {
    const body = { total, ...(total < 0 && { method: 'refund' }) };
    await recorded('createPayment', { as, params, body, headers: keyed(`${total}`) });
  }
  await recorded('createCredit', { as, params, body: { amount: 1 } });
  await cancelAPart(as);
  const shipment = { ...params, id: shipments[0].id };
  for (const state of ['shipped', 'ready']) await recorded('updateShipment', { as, params: shipment, body: { state } });
  await recorded('updateOrder', { as, params, body: { cancelled: true, restock: true } });
  for (const stock of [0, 9]) {
    await call('putProduct', { as, params: story.tea, body: { name: 'Tea', price: 9, stock } });
    await recorded('updateOrder', { as, params, body: { cancelled: false } });
  }
  await recorded('updateShipment', { as, params: shipment, body: { state: 'shipped' } });
  for (let time = 0; time < 2; time++) await recorded('returnShipment', { as, params: shipment });
  receiver.answers({ body: { rates: [] } }, 500);
  for (const quantity of [3, 3, 4]) {
    await recorded('calculateRates', { as, body: { destination: { country: 'DE' }, lines: story.lines(quantity) } });
  }
  for (const id of ['getWebhook', 'replaceWebhookSecret', 'testWebhook']) await recorded(id, { as, params: story.rates });
}

/** Before the deliveries, so that the orders which they change are followed. */
async function followers({ key: as, tenant, receiver }: Shop) {
  const sk = 'WEBHOOK#order-changed';
  const params = { name: 'order-changed' };
  const runFollow = () =>
    recordNeeds('follow', () => follow({ Records: [{ body: JSON.stringify({ tenant, sk }) }] } as SQSEvent));
  receiver.answers(200, 500);
  for (const body of [{ url: receiver.url }, { url: null }, { url: receiver.url }, { from: '2026-01-01T00:00:00Z' }]) {
    await recorded('changeWebhook', { as, params, body });
  }
  for (const id of ['getWebhook', 'getWebhooks']) await recorded(id, { as, params });
  await runFollow();
  receiver.answers(200);
  await recorded('testWebhook', { as, params });
}

async function deliveries({ key: as, tenant, receiver }: Shop) {
  const runDeliver = (sk: string) =>
    recordNeeds('deliver', () => deliver({ Records: [{ body: JSON.stringify({ tenant, sk }) }] } as SQSEvent));
  const setUrl = (url: string | null) => call('changeWebhook', { as, params: story.confirm, body: { url } });
  const newDelivery = async (): Promise<string> => {
    const { number: order } = (await call('placeOrder', { as, body: { lines: story.lines(1) } })).payload.orders;
    const { deliveries } = (await recorded('getDeliveries', { as, params: story.confirm, query: { order } })).payload;
    return deliveries[0].id;
  };
  const first = await newDelivery();
  process.env.STAGE = 'dev';
  await recordNeeds('sweep', () => sweep());
  delete process.env.STAGE;
  for (const answer of [{ body: { authorized: true } }, 500, 410]) {
    receiver.answers(answer);
    await runDeliver(deliveryKey(await newDelivery()));
  }
  await runDeliver(deliveryKey(first));
  await setUrl(receiver.url);
  await runDeliver('WEBHOOK#confirm-order');
  await recorded('redeliver', { as, params: { ...story.confirm, id: first } });
  // Five failures start a back-off, and a successful test call ends it.
  receiver.answers(500);
  for (let failure = 0; failure < 5; failure++) await runDeliver(deliveryKey(await newDelivery()));
  receiver.answers({ body: {} });
  await recorded('testWebhook', { as, params: story.confirm });
  // Without a URL, the first event waits.
  await setUrl(null);
  await runDeliver(deliveryKey(first));
  await recorded('redeliverAll', { as, params: story.confirm, body: { state: 'waiting' } });
}

async function keys({ key: as, name, tenant }: Shop) {
  const once = { as: platform, params: { id: name }, headers: keyed('once') };
  const { id: key_id } = (await recorded('issueKey', once)).payload.key;
  await recorded('issueKey', once);
  await recorded('getKeys', { as: platform, params: { id: tenant } });
  for (const id of [name, tenant]) await recorded('revokeKey', { as: platform, params: { id, key_id } });
  for (let time = 0; time < 2; time++) await recorded('issueOwnKey', { as, body: {}, headers: keyed('once') });
  const { owner } = (await call('getTenant', { as: platform, params: { id: tenant } })).payload.tenant;
  const staffKey = (key: string, headers = {}) =>
    recorded('issueStaffKey', { as: key, params: { id: owner.id }, body: { scopes: ['settings:write'] }, headers });
  const { secret } = (await staffKey(as)).payload;
  for (let time = 0; time < 2; time++) await recorded('getOwnKey', { as: secret });
  for (let time = 0; time < 2; time++) await staffKey(as, keyed('once'));
  await recorded('getKeys', { as: platform, params: { id: tenant } });
  await recorded('getOwnKeys', { as: secret });
  await recorded('updateUser', { as: secret, params: { id: owner.id }, body: { first_name: 'Eva' } });
  const another = async () => (await staffKey(as)).payload.key.id;
  await recorded('revokeOwnKey', { as: secret, params: { key_id: await another() } });
  await recorded('revokeKey', { as: platform, params: { id: tenant, key_id: await another() } });
  const { key } = await issuePlatformKey({ label: name, expires: null }, 'test', new Date());
  await recorded('revokePlatformKey', { as: platform, params: { key_id: key.id } });
}

/** Calls every operation with a key that is in no cache and was not used today. */
async function firstUses({ tenant }: Shop) {
  for (const { id, caller, path } of routes) {
    const fresh = await aPlatformKey();
    const { secret } = (await call('issueKey', { as: platform, params: { id: tenant } })).payload;
    const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name as string, '-']));
    await recorded(id, { as: caller === 'platform' ? fresh : secret, params, query: { unknown: 'rejected' } });
  }
}
