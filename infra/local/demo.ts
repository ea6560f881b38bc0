import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authenticate } from '../../lib/key/authenticate.ts';
import { gatewayEvent } from './event.ts';
import { keptKey } from './localKey.ts';
import { load } from './server.ts';

const owner = { first_name: 'Ada', last_name: 'Demo', email: 'ada@example.com', phone: '+4930123456' };
const tenant = { name: 'demo', country: 'DE', timezone: 'Europe/Berlin', owner };
const products = {
  'TEA-GREEN': { name: 'Green tea, 100 g', price: 7.9, stock: 40, weight: 100 },
  'TEA-BLACK': { name: 'Black tea, 100 g', price: 6.5, stock: 25, weight: 100 },
  'GIFT-CARD': { name: 'Gift card', price: 25, stock: null },
};

/** The key of a demo tenant with a few products, which a first run on empty data makes through the interface itself. */
export async function demoKey(folder: string, platform: string): Promise<string | undefined> {
  const file = join(folder, 'demo-key');
  const kept = keptKey(file);
  if (kept && (await authenticate('management', kept, new Date()))) return kept;
  const { tenants } = await call('platform/getTenants', platform, { method: 'GET', url: '/?limit=1' });
  if (tenants.length > 0) return undefined;
  await call('platform/createTenant', platform, { method: 'POST', url: '/v1/platform/tenant', body: tenant });
  const at = { method: 'POST', url: '/v1/platform/tenant/demo/key', pathParameters: { id: 'demo' } };
  const { secret } = await call('platform/issueKey', platform, { ...at, body: { label: 'demo' } });
  for (const [sku, body] of Object.entries(products)) {
    await call('management/putProduct', secret, {
      method: 'PUT',
      url: `/v1/management/product/${sku}`,
      pathParameters: { sku },
      body,
    });
  }
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

type Sent = { method: string; url: string; pathParameters?: Record<string, string>; body?: object };

async function call(file: string, key: string, { body, ...request }: Sent) {
  const handler = await load(file);
  const event = gatewayEvent({ ...request, headers: { 'X-API-KEY': key }, body: body && JSON.stringify(body) });
  const answer = await handler(event, {});
  if (answer.statusCode >= 300) throw new Error(`The demo tenant could not be made: ${answer.body}`);
  return JSON.parse(answer.body).payload;
}
