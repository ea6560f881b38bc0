import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

// biome-ignore lint/suspicious/noExplicitAny: responses of any version of the service
type Payload = any;

/** Fills a service of any version with one store that has items of every kind. Returns its tenant and its key. */
export async function fillStore(
  url: string,
  platformKey: string,
  name = 'stored-store',
): Promise<{ tenant: string; key: string }> {
  const api = (key: string) => caller(url, key);
  const platform = api(platformKey);
  const owner = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', phone: '+4915112345678' };
  const body = { name, country: 'DE', timezone: 'Europe/Berlin', owner };
  const { id: tenant } = (await platform('POST', '/v1/platform/tenant/', body, name)).tenant;
  await platform('POST', '/platform/tenant/domain-link', { tenant: body.name, host: `${name}.example.com`, forward_www: true });
  const revoked = (await platform('POST', `/v1/platform/tenant/${tenant}/key/`, { label: 'revoked' })).key.id;
  await platform('DELETE', `/v1/platform/tenant/${tenant}/key/${revoked}`);
  const { secret: key } = await platform('POST', `/v1/platform/tenant/${tenant}/key/`, { label: 'server' }, 'key');
  const store = api(key);
  await settings(store);
  await orders(store);
  await webhooks(store);
  return { tenant, key };
}

type Api = ReturnType<typeof caller>;

async function settings(store: Api) {
  const user = { first_name: 'Alan', last_name: 'Turing', email: 'alan@example.com', phone: '+4915112345679' };
  await store('POST', '/v1/management/user/', user, 'user');
  await store('PATCH', '/v1/management/settings/legal', { company_name: 'Tea House', address: { city: 'Berlin' } });
  await store('PUT', '/v1/management/settings/opening-hours', { opening_hours: { days: {} } });
  await store('PATCH', '/v1/management/order/available', { available: true });
  await store('PUT', '/v1/management/product/TEA', { name: 'Tea', price: 10, stock: 20, weight: 100 });
  await store('PUT', '/v1/management/product/CARD', { name: 'Card', price: 2.5, stock: null });
  await store('POST', '/v1/management/product/TEA/stock/', { adjust: 1 }, 'stock');
}

async function orders(store: Api) {
  const customer = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com', phone: '+4930123456' };
  const lines = [
    { sku: 'TEA', quantity: 2 },
    { sku: 'CARD', quantity: 1 },
  ];
  const order = { customer, lines, shipping: { name: 'Post', price: 4.9 }, authorized: true };
  const { number, shipments } = (await store('POST', '/v1/management/order/', order, 'order')).orders;
  const path = `/v1/management/order/${number}`;
  await store('POST', `${path}/payment/`, '{"total":20,"transaction_data":{"big":12345678901234567890}}', 'payment');
  await store('POST', `${path}/payment/`, { method: 'refund', total: -5 }, 'refund');
  await store('PATCH', `${path}/shipment/${shipments[0].id}`, { state: 'shipped' });
  const second = (await store('POST', '/v1/management/order/', { lines: [{ sku: 'TEA', quantity: 1 }] })).orders;
  await store('PATCH', `/v1/management/order/${second.number}`, { cancelled: true, restock: true });
}

/** Leaves one delivery of each state, and a cached answer to a question about shipping rates. */
async function webhooks(store: Api) {
  let status = 200;
  const answer = JSON.stringify({ rates: [{ id: 'post', name: 'Post', price: 4 }], authorized: true });
  const receiver = createServer((_, outgoing) => outgoing.writeHead(status).end(answer));
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const settings = '/v1/management/settings/webhook';
  for (const name of ['confirm-order', 'calculate-shipping-rates']) await store('PATCH', `${settings}/${name}`, { url });
  const lines = [{ sku: 'TEA', quantity: 1 }];
  await store('POST', '/v1/management/shipping/rates/', { destination: { country: 'DE' }, lines });
  const placed = async (state: string) => {
    const { number } = (await store('POST', '/v1/management/order/', { lines })).orders;
    for (;;) {
      const { deliveries } = await store('GET', `${settings}/confirm-order/delivery/`);
      const found = deliveries.find(({ order }: { order: string }) => order === number);
      if (found.state === state && (state === 'waiting' || found.attempts.length > 0)) return;
      await sleep(100);
    }
  };
  await placed('delivered');
  status = 500;
  await placed('pending');
  status = 410;
  await placed('waiting');
  receiver.close();
}

export function caller(url: string, key: string) {
  return async (method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<Payload> => {
    const headers = {
      'X-API-KEY': key,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    };
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const response = await fetch(url + path, { method, headers, ...sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${text}`);
    return JSON.parse(text).payload;
  };
}
