import { randomBytes } from 'node:crypto';
import type { Call, Caller } from './caller.ts';

export const owner = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', phone: '+4930123456' };

/** A throw-away tenant, with what later checks need of it. */
export type Store = {
  name: string;
  host: string;
  tenant: string;
  owner: string;
  keyId: string;
  /** Calls with the tenant's management key. */
  as: { as: string };
  /** Path parameters of the platform's operations. */
  params: { id: string };
};

/** Creates the tenant and a management key, and changes everything that a platform key can change. */
export async function openStore({ call, need }: Caller, platform: string): Promise<Store> {
  const as = platform;
  const name = `smoke-${randomBytes(6).toString('hex')}`;
  const host = `${name}.example.com`;
  await call('testKey', { as });
  const body = { name, country: 'DE', timezone: 'Europe/Berlin', owner };
  const { tenant } = await need('createTenant', { as, body });
  const params = { id: tenant.id };
  const issued = await need('issueKey', { as, params, body: { label: 'smoke' } });
  // The replayed request does not show the secret again, so only this one does.
  const store = {
    name,
    host,
    tenant: tenant.id,
    owner: tenant.owner.id,
    keyId: issued.key.id,
    params,
    as: { as: issued.secret },
  };
  await call('setStoreFront', { as, body: { tenant: name, front_end: 'flat' } });
  await call('setStorePlan', { as, body: { tenant: name, override_plan: 'plan5' } });
  await call('linkDomain', { as, body: { tenant: name, host } });
  await call('updateTenant', { as, params, body: { timezone: 'Europe/Vienna' } });
  await call('getTenant', {
    as,
    params: { id: name },
    check: ({ tenant }) => tenant.store_host !== host && 'the host is not linked',
  });
  await call('getTenants', { as, query: { q: name } });
  await call('getKeys', { as, params });
  await call('getPlatformKeys', { as });
  await call('getAudit', {
    as,
    query: { tenant: name },
    check: ({ entries }) => entries.length === 0 && 'no change was recorded',
  });
  return store;
}

/** A key that was used and then revoked, and when. */
export type Revoked = { key: string; at: number };

/** Users, opening hours, availability, legal details, keys. */
export async function useSettings({ call, need }: Caller, { as }: Store): Promise<{ user: string; revoked: Revoked }> {
  const { user } = await need('createUser', { ...as, body: { ...owner, first_name: 'Alan', email: 'alan@example.com' } });
  await call('updateUser', { ...as, params: user, body: { phone: '+4930765432' } });
  await call('getUser', { ...as, params: user });
  await call('getUsers', as);
  await call('putOpeningHours', { ...as, body: { opening_hours: { days: { mon: [{ from: '09:00', to: '18:00' }] } } } });
  await call('getOpeningHours', as);
  await call('updateLegal', { ...as, body: { company_name: 'Tea House GmbH' } });
  await call('getLegal', as);
  await call('getOwnTenant', as);
  const { key, secret } = await need('issueOwnKey', { ...as, body: { label: 'smoke', scopes: ['orders:read'] } });
  await call('getOrders', { as: secret });
  await call('getOwnKeys', as);
  await call('revokeOwnKey', { ...as, params: { key_id: key.id } });
  const revoked = { key: secret, at: performance.now() };
  await call('getOwnAudit', { ...as, check: ({ entries }) => entries.length === 0 && 'no change was recorded' });
  return { user: user.id, revoked };
}

/** Products and their stock. Opens the store whatever the time is. */
export async function fillShelves({ call }: Caller, { as }: Store): Promise<void> {
  const params = { sku: 'TEA' };
  await call('putProduct', { ...as, params, status: 201, body: { name: 'Tea', price: 7.9, stock: 40 } });
  await call('updateProduct', { ...as, params, body: { price: 8 } });
  await call('adjustStock', { ...as, params, body: { adjust: 60 } });
  const hasUnits = ({ product }: { product: { stock: { available: number } } }) =>
    product.stock.available !== 100 && 'not 100 units';
  await call('getProduct', { ...as, params, check: hasUnits });
  await call('getProducts', as);
  await call('overrideAvailability', { ...as, body: { available: true } });
  await call('getAvailability', { ...as, check: ({ available }) => available !== true && 'the store is not open' });
}

export const lines = (quantity: number) => [{ sku: 'TEA', quantity }];

/** The order at the end of its story: paid, shipped and partly returned, with a refund and a credit. */
export async function sell({ call, need }: Caller, { as }: Store): Promise<{ number: string; shipment: string }> {
  const { orders } = await need('placeOrder', { ...as, body: { lines: lines(3) } });
  const order = { ...as, params: { number: orders.number as string } };
  const shipment = { ...as, params: { ...order.params, id: orders.shipments[0].id as string } };
  await call('createCredit', { ...order, body: { amount: 4, reason: 'a dented tin' } });
  await call('createPayment', {
    ...order,
    check: ({ payment }) => payment.balance_after !== 0 && 'it did not settle the order',
  });
  await call('updateOrder', { ...order, body: { authorized: true } });
  await call('splitShipment', { ...order, body: { from: shipment.params.id, lines: lines(1) } });
  await call('updateShipment', { ...shipment, body: { state: 'shipped' } });
  await call('returnShipment', { ...shipment, body: { lines: lines(1) } });
  await call('createPayment', { ...order, body: { method: 'refund', lines: [{ line: 0, quantity: 1 }] } });
  await call('getOrder', { ...order, check: ({ orders: { balance } }) => balance !== 0 && `the balance is ${balance}, not 0` });
  await call('getHistory', order);
  await call('getActions', order);
  await readPages({ call, need }, as);
  return { number: order.params.number, shipment: shipment.params.id };
}

/** Two pages of one order each. */
async function readPages({ call, need }: Caller, as: Pick<Call, 'as'>): Promise<void> {
  await call('placeOrder', { ...as, body: { lines: lines(1) } });
  const { next_cursor: cursor } = await need('getOrders', { ...as, query: { limit: '1' } });
  const isEmpty = ({ orders }: { orders: unknown[] }) =>
    orders.length !== 1 && `the second page has ${orders.length} orders, not 1`;
  if (cursor) await call('getOrders', { ...as, query: { limit: '1', cursor }, check: isEmpty });
}
