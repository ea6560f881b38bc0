import { routes } from '../../lib/routes.ts';
import { pathParameters } from './pathParameters.ts';

// biome-ignore lint/suspicious/noExplicitAny: payloads differ by operation
type Payload = any;

export type StoryCall = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** The key to call with, if not the usual one. */
  as?: string;
  /** The status, if it is not the usual one. */
  status?: number;
  /** The title of another example. The first call of an operation is an example anyway. */
  title?: string;
  /** What is wrong with the payload, if anything. */
  check?(payload: Payload): string | undefined | false;
};

/** Calls operations with the platform key or the store's key. Only what `need` returns may be used by later calls. */
export type StoryCaller = {
  call(id: string, call?: StoryCall): Promise<unknown>;
  need(id: string, call?: StoryCall): Promise<Payload>;
  useKey(key: string): void;
};

export const owner = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', phone: '+4930123456' };
export const tea = { sku: 'TEA-GREEN' };
export const lines = (quantity: number) => [{ ...tea, quantity }];
export const confirm = { name: 'confirm-order' };
export const rates = { name: 'calculate-shipping-rates' };
const address = { name: 'Grace Example', line1: '1 Harbour Street', city: 'Berlin', postal_code: '10115', country: 'DE' };
const week = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, [{ from: '09:00', to: '18:00' }]]));

export type StoryStore = { name: string; tenant: string; owner: string; key: string; secret: string };

/** Creates a tenant and its key, and sets up its plan, front end, domain, time zone, permissions and legal information. */
export async function openStore(
  { call, need, useKey }: StoryCaller,
  { name, host, plan = 'plan2' }: { name: string; host: string; plan?: string },
): Promise<StoryStore> {
  const params = { id: name };
  await call('testKey');
  const { tenant } = await need('createTenant', { body: { name, country: 'DE', timezone: 'Europe/Berlin', owner } });
  const { key, secret } = await need('issueKey', { params, body: { label: 'web shop' } });
  useKey(secret);
  await call('setStoreFront', { body: { tenant: name, front_end: 'flat' } });
  await call('setStorePlan', { title: 'Override the plan', body: { tenant: name, override_plan: plan } });
  await call('linkDomain', { body: { tenant: name, host, forward_www: true } });
  await call('updateTenant', { params, body: { timezone: 'Europe/Vienna', permissions: { analytics: false } } });
  await call('getTenant', { params, check: ({ tenant }) => tenant.store_host !== host && 'the host is not linked' });
  await call('getTenants', { query: { q: name } });
  const isEmpty = ({ entries }: Payload) => entries.length === 0 && 'no change was recorded';
  await call('getAudit', { query: { tenant: name }, check: isEmpty });
  const body = { company_name: 'Tea House GmbH', vat_id: 'DE123456789', terms_url: 'https://shop.example.com/terms' };
  await call('updateLegal', { body });
  return { name, tenant: tenant.id, owner: tenant.owner.id, key: key.id, secret };
}

export async function addProduct({ call }: StoryCaller): Promise<void> {
  const body = { name: 'Green tea, 100 g', price: 7.9, stock: 40, weight: 100, tax_rate: 7, low_stock: 10 };
  await call('putProduct', { params: tea, status: 201, body });
  await call('updateProduct', { params: tea, body: { price: 8.2 } });
  await call('adjustStock', { title: 'Remove units', params: tea, body: { adjust: -3, reason: 'damaged' } });
  await call('adjustStock', { title: 'Count the stock', params: tea, body: { counted: 37, reason: 'stocktaking' } });
  const isWrong = ({ product: { price, stock } }: Payload) =>
    (price !== 8.2 || stock.available !== 37) && `${stock.available} units at ${price}, not 37 at 8.2`;
  await call('getProduct', { params: tea, check: isWrong });
}

/** In the end, the store is always open. */
export async function setHours({ call }: StoryCaller): Promise<void> {
  await call('putOpeningHours', { title: 'Open on weekdays', body: { opening_hours: { days: week } } });
  await call('getOpeningHours');
  const until = new Date(Date.now() + 60 * 24 * 3600_000).toISOString();
  await call('overrideAvailability', { title: 'Stay open until a given time', body: { available: true, until } });
  await call('getAvailability', { check: ({ available }) => available !== true && 'the store is not open' });
  await call('overrideAvailability', { title: 'Return to automatic', body: { available: null } });
  await call('putOpeningHours', { title: 'Always open', body: { opening_hours: null } });
}

/** `status` is what the receiver answers to a test call. Returns the secret of `confirm-order`. */
export async function setWebhooks({ call, need }: StoryCaller, url: string, status: number | null = 200): Promise<string> {
  for (const params of [confirm, rates]) await call('changeWebhook', { params, body: { url } });
  const { secret } = await need('replaceWebhookSecret', { params: confirm });
  const isCalled = ({ test }: Payload) => test.status !== status && `the receiver was not called (${test.problem})`;
  await call('testWebhook', { params: confirm, check: isCalled });
  await call('calculateRates', { body: { destination: address, lines: lines(2) } });
  return secret;
}

/** When the keys expire that a check leaves behind. */
export const inTenMinutes = () => new Date(Date.now() + 600_000).toISOString();

/** Returns the ID of a second user. `expires` is when the key of this user expires. */
export async function addUser({ call, need }: StoryCaller, expires?: string): Promise<string> {
  const body = { ...owner, first_name: 'Alan', email: 'alan@example.com', permissions: { orders: true } };
  const { user } = await need('createUser', { body });
  await call('updateUser', { params: { id: user.id }, body: { phone: '+4930765432' } });
  const key = { label: 'packing table', scopes: ['orders:ship'], expires };
  await call('issueStaffKey', { params: { id: user.id }, body: key });
  const isWrong = ({ users }: Payload) => users.length !== 2 && `the store has ${users.length} users, not 2`;
  await call('getUsers', { check: isWrong });
  return user.id;
}

export type StoryOrder = { number: string; shipment: string };

export async function placeOrder({ need }: StoryCaller): Promise<StoryOrder> {
  const body = { lines: lines(2), shipping_address: address, shipping: { name: 'Standard', price: 4.9, tax_rate: 19 } };
  const own = { billing_address: address, reference: 'PO-2026-17', tags: ['gift'], metadata: { channel: 'app' } };
  const { orders } = await need('placeOrder', { body: { ...body, ...own, customer: { first_name: 'Grace' } } });
  return { number: orders.number, shipment: orders.shipments[0].id };
}

/** Sends the event of the order again. Returns its ID. */
export async function redeliver({ call, need }: StoryCaller, url: string): Promise<string> {
  const { deliveries } = await need('getDeliveries', { params: confirm });
  const id = deliveries[0]?.id ?? 'missing';
  await call('redeliver', { params: { ...confirm, id } });
  await call('getWebhook', { params: confirm, check: ({ webhook }) => webhook.url !== url && 'the URL is not set' });
  return id;
}

export async function payOrder({ call }: StoryCaller, { number }: StoryOrder): Promise<void> {
  const params = { number };
  const card = { total: 10, method: 'card', transaction_data: { reference: 'ch_1' } };
  await call('createPayment', { title: 'Pay part of the order by card', params, body: card });
  const isOpen = ({ payment }: Payload) => payment.balance_after !== 0 && 'it did not settle the order';
  await call('createPayment', { title: 'Settle the order with cash on delivery', params, body: {}, check: isOpen });
  await call('updateOrder', { title: 'Authorize', params, body: { authorized: true } });
}

/** Ships the order, takes one unit back, and refunds it. */
export async function shipOrder({ call }: StoryCaller, { number, shipment: id }: StoryOrder): Promise<void> {
  const [params, shipment] = [{ number }, { number, id }];
  const shipped = { state: 'shipped', target_delivery: '2026-12-01T12:00:00Z' };
  await call('updateShipment', { params: shipment, body: shipped });
  const reason = 'arrived damaged';
  await call('returnShipment', { params: shipment, body: { lines: lines(1), reason } });
  await call('createPayment', { title: 'Refund part of the payment', params, body: { total: -4.9, method: 'refund' } });
  await call('createPayment', {
    title: 'Refund a returned unit, and credit it',
    params,
    body: { method: 'refund', lines: [{ line: 0, quantity: 1 }], reason },
  });
  const isWrong = ({ orders: { balance } }: Payload) => balance !== 4.9 && `the balance is ${balance}, not 4.9`;
  await call('getOrder', { params, check: isWrong });
}

/** Cancels one more order, and splits and credits another. */
export async function changeOrders({ call, need }: StoryCaller): Promise<void> {
  const { orders: other } = await need('placeOrder', { body: { lines: lines(2), customer: { first_name: 'Joan' } } });
  const params = { number: other.number };
  const cancelled = { cancelled: true, restock: true };
  await call('updateOrder', { title: 'Cancel and release the stock', params, body: cancelled });
  await call('updateOrder', { title: 'Hide', params, body: { visible: false } });
  await call('eraseCustomer', { params });
  const { orders: third } = await need('placeOrder', { body: { lines: lines(2) } });
  const order = { params: { number: third.number } };
  await call('splitShipment', { ...order, body: { from: third.shipments[0].id, lines: lines(1) } });
  const line = { lines: [{ line: 0, quantity: 1 }] };
  await call('cancelPart', { ...order, body: { ...line, reason: 'out of stock' } });
  const credit = { ...line, reason: 'refused at the door' };
  await call('createCredit', { ...order, body: credit });
  const correction = { customer: { first_name: 'Mary' } };
  await call('updateOrder', { title: 'Correct the customer', ...order, body: correction });
  await call('updateOrder', { title: 'Tag', ...order, body: { reference: 'PO-2026-18', tags: ['gift', 'late'] } });
}

/** Issues a key of the store, uses and revokes it. Returns its secret. */
export async function manageKeys({ call, need }: StoryCaller): Promise<string> {
  const { key, secret } = await need('issueOwnKey', { body: { label: 'order display', scopes: ['orders:read'] } });
  await call('getOrders', { as: secret });
  await call('getOwnKeys');
  await call('revokeOwnKey', { params: { key_id: key.id } });
  const isEmpty = ({ entries }: Payload) => entries.length === 0 && 'no change was recorded';
  await call('getOwnAudit', { check: isEmpty });
  return secret;
}

/** Calls each GET that the story has not called. `ids` has an ID for each resource of a path. */
export async function readRest(
  { call }: StoryCaller,
  isCalled: (id: string) => boolean,
  ids: Record<string, string | undefined>,
): Promise<void> {
  const known = Object.entries({ product: tea.sku, webhook: confirm.name, ...ids }).filter(([, id]) => id !== undefined);
  for (const { id, method, path } of routes) {
    const params = pathParameters(path, Object.fromEntries(known as [string, string][]));
    if (method === 'GET' && params && !isCalled(id)) await call(id, path.includes('{') ? { params } : {});
  }
}

/** Removes what can be removed: tenants and orders stay. */
export async function closeStore({ call }: StoryCaller, { name, key }: StoryStore): Promise<void> {
  const params = { id: name };
  for (const webhook of [confirm, rates]) await call('changeWebhook', { params: webhook, body: { url: null } });
  await call('updateProduct', { params: tea, body: { archived: true } });
  await call('linkDomain', { body: { tenant: name, host: null } });
  await call('revokeKey', { params: { ...params, key_id: key } });
  await call('updateTenant', { params, body: { subscribed: 'expired' } });
}
