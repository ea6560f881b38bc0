import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startEmbedded } from './local/database.ts';
import { gatewayEvent } from './local/event.ts';
import { createTable } from './local/table.ts';

/** `npm run examples`: does once what a store does, and keeps each first request and answer as the examples of the API document. */
const file = new URL('../lib/openapi/examples.json', import.meta.url);
const receiverUrl = 'https://shop.example.com/hooks';

const database = await startEmbedded(undefined);
Object.assign(process.env, {
  AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  TABLE_NAME: 'examples',
  LOG_LEVEL: 'error',
  WEBHOOK_ALLOW_LOCAL: '1',
});
await createTable(database.endpoint, 'examples');
const { issuePlatformKey } = await import('../lib/key/data.ts');
const { load } = await import('./local/server.ts');
const { routes } = await import('../lib/routes.ts');
const { deliver } = await import('../lib/webhook/deliver.ts');

const platform = (await issuePlatformKey('examples', null, new Date())).secret;
let management = '';
const examples: Record<string, { body?: unknown; payload: unknown }> = {};

type Asked = { params?: Record<string, string>; body?: unknown };

// biome-ignore lint/suspicious/noExplicitAny: an example is whatever was answered
async function call(id: string, { params = {}, body }: Asked = {}): Promise<any> {
  const route = routes.find((row) => row.id === id);
  if (!route) throw new Error(`no operation is called ${id}`);
  const url = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const headers = { 'X-API-KEY': route.caller === 'platform' ? platform : management };
  const sent = {
    method: route.method,
    url,
    headers,
    body: body === undefined ? '' : JSON.stringify(body),
    pathParameters: params,
  };
  const answer = await (await load(`${route.caller}/${id}`))(gatewayEvent(sent), {});
  if (answer.statusCode >= 300) throw new Error(`${id}: ${answer.body}`);
  const { payload } = JSON.parse(answer.body);
  examples[id] ??= { ...(body !== undefined && { body }), payload };
  return payload;
}

const receiver = createServer((_, answer) => answer.end(JSON.stringify({ authorized: true, rates })));
const rates = [
  { id: 'standard', name: 'Standard', price: 4.9, min_days: 2, max_days: 4 },
  { id: 'drone', name: 'Drone', price: 19.999 },
];
await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
const local = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;

const owner = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', phone: '+4930123456' };
const shipping_address = {
  name: 'Grace Example',
  line1: '1 Harbour Street',
  city: 'Berlin',
  postal_code: '10115',
  country: 'DE',
};
const week = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, [{ from: '09:00', to: '18:00' }]]));
const name = { name: 'confirm-order' };

await call('testKey');
const { tenant } = await call('createTenant', { body: { name: 'tea-house', country: 'DE', timezone: 'Europe/Berlin', owner } });
const { key, secret } = await call('issueKey', { params: { id: tenant.id }, body: { label: 'web shop' } });
management = secret;
await call('setStoreFront', { body: { tenant: 'tea-house', front_end: 'flat' } });
await call('setStorePlan', { body: { tenant: 'tea-house', override_plan: 'plan2' } });
await call('linkDomain', { body: { tenant: 'tea-house', host: 'shop.example.com', forward_www: true } });
await call('updateTenant', {
  params: { id: tenant.id },
  body: { timezone: 'Europe/Vienna', permissions: { analytics: false } },
});
await call('getTenant', { params: { id: tenant.id } });
await call('getOwnTenant');
await call('getTenants');
await call('getKeys', { params: { id: tenant.id } });
await call('getAudit');
await call('putProduct', {
  params: { sku: 'TEA-GREEN' },
  body: { name: 'Green tea, 100 g', price: 7.9, stock: 40, weight: 100 },
});
await call('getProduct', { params: { sku: 'TEA-GREEN' } });
await call('getProducts');
await call('updateProduct', { params: { sku: 'TEA-GREEN' }, body: { price: 8.2 } });
await call('adjustStock', { params: { sku: 'TEA-GREEN' }, body: { adjust: -3 } });
await call('putOpeningHours', { body: { opening_hours: { days: week } } });
await call('getOpeningHours');
await call('overrideAvailability', { body: { available: true, until: '2027-01-01T00:00:00Z' } });
await call('getAvailability');
await call('changeWebhook', { params: name, body: { url: local } });
await call('changeWebhook', { params: { name: 'calculate-shipping-rates' }, body: { url: local } });
await call('replaceWebhookSecret', { params: name });
await call('testWebhook', { params: name });
await call('getWebhook', { params: name });
const lines = [{ sku: 'TEA-GREEN', quantity: 2 }];
await call('calculateRates', { body: { destination: shipping_address, lines } });
const placed = { lines, customer: { first_name: 'Grace' }, shipping_address, shipping: { name: 'Standard', price: 4.9 } };
const { orders } = await call('placeOrder', { body: placed });
const number = { number: orders.number };
await call('createPayment', { params: number, body: { total: 10, method: 'card', transaction_data: { reference: 'ch_1' } } });
await call('createPayment', { params: number });
await call('updateOrder', { params: number, body: { authorized: true } });
const shipment = { ...number, id: orders.shipments[0].id };
await call('updateShipment', { params: shipment, body: { state: 'shipped', target_delivery: '2026-12-01T12:00:00Z' } });
await call('createPayment', { params: number, body: { total: -4.9, method: 'refund' } });
await call('getOrder', { params: number });
await call('getOrders');
const [waiting] = (await call('getDeliveries', { params: name })).deliveries;
await deliver(tenant.id, `DELIVERY#${waiting.id.slice(4)}`);
delete examples.getDeliveries;
await call('getDeliveries', { params: name });
await call('redeliver', { params: { ...name, id: waiting.id } });
const { user } = await call('createUser', { body: { ...owner, first_name: 'Alan', permissions: { orders: true } } });
await call('updateUser', { params: { id: user.id }, body: { phone: '+4930765432' } });
await call('getUser', { params: { id: user.id } });
await call('getUsers');
await call('updateLegal', {
  body: { company_name: 'Tea House GmbH', vat_id: 'DE123456789', terms_url: 'https://shop.example.com/terms' },
});
await call('getLegal');
await call('revokeKey', { params: { id: tenant.id, key_id: key.id } });

const text = JSON.stringify(examples, null, 2)
  .replaceAll(local, receiverUrl)
  .replaceAll(/(s[pm]_live_|whsec_)[\w+/=]+/g, '$1…');
writeFileSync(file, `${text}\n`);
receiver.close();
await database.stop();
