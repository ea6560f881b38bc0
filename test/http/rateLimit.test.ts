import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { platformClient } from '../../apps/client/client.ts';
import { newTenant } from '../support/actors.ts';
import { type Service, startService, stopService } from '../support/service.ts';

const platform = { 'X-API-KEY': 'a-platform-key-of-the-test' };
const quota = 4;
let service: Service;

beforeAll(async () => {
  service = await startService({
    PLATFORM_API_KEY: platform['X-API-KEY'],
    RATE_LIMIT: String(quota),
    DEMO: '1',
    LOG_LEVEL: 'error',
  });
});
afterAll(() => stopService(service, 'SIGKILL'));

const get = (path: string, headers: Record<string, string>) => fetch(service.url + path, { headers });

async function aKey(): Promise<Record<string, string>> {
  const client = platformClient({ url: service.url, key: platform['X-API-KEY'] });
  const { id } = await client.createTenant(newTenant());
  return { 'X-API-KEY': (await client.issueKey({ id })).secret as string };
}

/** Waits for the start of the next window, so that all requests of a test fall into one. */
const nextWindow = () => new Promise((resolve) => setTimeout(resolve, 10_050 - (Date.now() % 10_000)));

test('RATE_LIMIT sets the quota of each tenant, and none of the platform', async () => {
  const [noisy, quiet] = [await aKey(), await aKey()];
  await nextWindow();
  for (let i = 0; i < quota; i++) expect((await get('/v1/management/tenant', noisy)).status).toBe(200);
  const { status, headers } = await get('/v1/management/order/9999', noisy);
  const reset = headers.get('Retry-After');
  expect([status, headers.get('RateLimit-Policy')]).toEqual([429, `"tenant";q=${quota};w=10`]);
  expect([headers.get('RateLimit'), reset]).toEqual([`"tenant";r=0;t=${reset}`, expect.stringMatching(/^([1-9]|10)$/)]);
  expect((await get('/v1/management/tenant', quiet)).headers.get('RateLimit')).toContain(`r=${quota - 1}`);
  for (let i = 0; i < 2 * quota; i++) expect((await get('/v1/platform/auth/test', platform)).status).toBe(200);
});

test('errors include the RateLimit headers if the key is valid', async () => {
  const limitOf = async (key: Record<string, string>) => (await get('/v1/management/order/9999', key)).headers.get('RateLimit');
  expect(await limitOf(await aKey())).toContain('"tenant"');
  expect(await limitOf({ 'X-API-KEY': 'sm_live_wrong' })).toBeNull();
});
