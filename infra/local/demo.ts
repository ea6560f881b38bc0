import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authenticate } from '../../lib/key/authenticate.ts';
import { gatewayEvent } from './event.ts';
import { readKey } from './localKey.ts';
import { load } from './localServer.ts';

const owner = { first_name: 'Ada', last_name: 'Demo', email: 'ada@example.com', phone: '+4930123456' };
const tenant = { name: 'demo', country: 'DE', timezone: 'Europe/Berlin', owner };
const products = {
  'TEA-GREEN': { name: 'Green tea, 100 g', price: 7.9, stock: 40, weight: 100 },
  'TEA-BLACK': { name: 'Black tea, 100 g', price: 6.5, stock: 25, weight: 100 },
  'GIFT-CARD': { name: 'Gift card', price: 25, stock: null },
};

/** The management key of the demo tenant, which is created through the API if there are no tenants yet. */
export async function demoKey(folder: string, platformKey: string): Promise<string | undefined> {
  const file = join(folder, 'demo-key');
  const saved = readKey(file);
  if (saved && (await authenticate('management', saved, new Date()))) return saved;
  const { tenants } = await call('platform/getTenants', platformKey, { method: 'GET', url: '/?limit=1' });
  if (tenants.length > 0) return undefined;
  await call('platform/createTenant', platformKey, { method: 'POST', url: '/v1/platform/tenant', body: tenant });
  const keys = { method: 'POST', url: '/v1/platform/tenant/demo/key', pathParameters: { id: 'demo' } };
  const { secret } = await call('platform/issueKey', platformKey, { ...keys, body: { label: 'demo' } });
  for (const [sku, body] of Object.entries(products)) {
    const url = `/v1/management/product/${sku}`;
    await call('management/putProduct', secret, { method: 'PUT', url, pathParameters: { sku }, body });
  }
  await addOrders(secret);
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

const customers = [
  { first_name: 'Grace', last_name: 'Example', email: 'grace@example.com', phone: '+4930555001' },
  { first_name: 'Jörg', last_name: 'Example', email: 'joerg@example.com', phone: '+4930555002' },
  { first_name: 'Mary', last_name: 'Example', company: 'Example Books', email: 'mary@example.com', phone: '+4930555003' },
  { first_name: 'Alan', last_name: 'Example', email: 'alan@example.com', phone: '+4930555004' },
];

/** Four orders: just placed, paid and ready to ship, shipped but unpaid, and cancelled. */
async function addOrders(key: string) {
  const numbers: string[] = [];
  const shipments: string[] = [];
  for (const customer of customers) {
    const body = { lines: [{ sku: 'TEA-GREEN', quantity: 2 }], customer, shipping: { name: 'Standard', price: 4.9 } };
    const { orders } = await call('management/placeOrder', key, { method: 'POST', url: '/v1/management/order', body });
    numbers.push(orders.number);
    shipments.push(orders.shipments[0].id);
  }
  const change = (id: string, method: string, i: number, path: string, body: object) => {
    const pathParameters = { number: numbers[i] as string, id: shipments[i] as string };
    return call(`management/${id}`, key, { method, url: `/v1/management/order/${numbers[i]}${path}`, pathParameters, body });
  };
  await change('createPayment', 'POST', 1, '/payment', { method: 'card', transaction_data: { reference: 'ch_1' } });
  for (const i of [1, 2]) await change('updateOrder', 'PATCH', i, '', { authorized: true });
  const tracking = { carrier: 'Post', tracking_number: 'PX123456789DE' };
  await change('updateShipment', 'PATCH', 2, `/shipment/${shipments[2]}`, { state: 'shipped', ...tracking });
  await change('updateOrder', 'PATCH', 3, '', { cancelled: true, restock: true });
}

type Request = { method: string; url: string; pathParameters?: Record<string, string>; body?: object };

async function call(file: string, key: string, { body, ...request }: Request) {
  const handler = await load(file);
  const event = gatewayEvent({ ...request, headers: { 'X-API-KEY': key }, body: body && JSON.stringify(body) });
  const response = await handler(event, {});
  if (response.statusCode >= 300) throw new Error(`The demo tenant could not be created: ${response.body}`);
  return JSON.parse(response.body).payload;
}
