import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authenticate } from '../../lib/key/authenticate.ts';
import { gatewayEvent } from './event.ts';
import { readKey } from './localKey.ts';
import { load } from './server.ts';

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
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

type Request = { method: string; url: string; pathParameters?: Record<string, string>; body?: object };

async function call(file: string, key: string, { body, ...request }: Request) {
  const handler = await load(file);
  const event = gatewayEvent({ ...request, headers: { 'X-API-KEY': key }, body: body && JSON.stringify(body) });
  const response = await handler(event, {});
  if (response.statusCode >= 300) throw new Error(`The demo tenant could not be created: ${response.body}`);
  return JSON.parse(response.body).payload;
}
