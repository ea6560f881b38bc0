import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { client, platformClient } from '../../apps/client/client.ts';
import { startDatabase } from '../../infra/local/localDatabase.ts';
import { newTenant } from '../support/actors.ts';
import { raw } from '../support/raw.ts';
import { until } from '../support/receiver.ts';
import { freshFolder, type Service, stopService } from '../support/service.ts';
import { aService } from '../support/serviceOfTest.ts';

const start = (environment: Record<string, string> = {}) =>
  aService({ PLATFORM_API_KEY: '', LOG_LEVEL: 'error', ...environment });

/** Sends a signal while the demo is created, after the platform key was saved. */
const interruptedStart = `"$NODE" infra/local/serve.ts &
while kill -0 $! && ! test -s "$DATA_DIR/platform-key"; do sleep 0.02; done
sleep 0.15
kill -s "\${0#SIG}" $!
wait $!`;

const get = ({ url }: Service, path: string, key: string) => raw({ base: url, path, headers: { 'X-API-KEY': key } });
const statusOf = async (service: Service, key: string) => (await get(service, '/v1/platform/auth/test', key)).status;
const keyIn = (service: Service) => /Platform key: (\S+)/.exec(service.output())?.[1] as string;
const demoKeyIn = (service: Service) => /demo tenant: (\S+)/.exec(service.output())?.[1] ?? '';

/** How long this machine currently takes to start a bare Node three times. */
function bareStartsMs(): number {
  const started = performance.now();
  for (let i = 0; i < 3; i++) spawnSync(process.execPath, ['--eval', '0']);
  return performance.now() - started;
}

test('`npm start` responds within the time of 60 bare Node starts', async () => {
  const before = bareStartsMs();
  const started = performance.now();
  const PLATFORM_API_KEY = 'a-key-of-the-test';
  const service = await aService({ PLATFORM_API_KEY }, ['npm', 'start']);
  expect(await statusOf(service, PLATFORM_API_KEY)).toBe(200);
  const took = performance.now() - started;
  expect(await stopService(service)).toBe(0);
  expect(took).toBeLessThan(20 * Math.max(before, bareStartsMs()));
});

test('without PLATFORM_API_KEY, prints a working key that stays the same for the same data', async () => {
  const DATA_DIR = freshFolder();
  const first = await start({ DATA_DIR });
  const secret = keyIn(first);
  expect(secret).toMatch(/^sp_live_\w+$/);
  expect(await statusOf(first, secret)).toBe(200);
  await stopService(first);
  expect(keyIn(await start({ DATA_DIR }))).toBe(secret);
});

test('a PLATFORM_API_KEY from the environment works and is not printed', async () => {
  const PLATFORM_API_KEY = 'exactly-sixteen!';
  const service = await start({ PLATFORM_API_KEY });
  expect(await statusOf(service, PLATFORM_API_KEY)).toBe(200);
  expect(await statusOf(service, `${PLATFORM_API_KEY}!`)).toBe(401);
  expect(service.output()).not.toContain(PLATFORM_API_KEY);
});

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('keeps its data across %s and a restart', async (signal) => {
  const DATA_DIR = freshFolder();
  const first = await start({ DATA_DIR });
  const key = keyIn(first);
  const tenant = await platformClient({ url: first.url, key }).createTenant(newTenant());
  expect(await stopService(first, signal)).toBe(signal === 'SIGKILL' ? null : 0);
  const second = await start({ DATA_DIR });
  expect(await platformClient({ url: second.url, key }).getTenant({ id: tenant.name })).toEqual(tenant);
});

test('DYNAMODB_ENDPOINT replaces the embedded database', async () => {
  const engine = await startDatabase(undefined);
  const DATA_DIR = freshFolder();
  try {
    const service = await start({ DYNAMODB_ENDPOINT: engine.endpoint, DATA_DIR });
    expect((await get(service, '/v1/platform/tenant/', keyIn(service))).status).toBe(200);
    expect(readdirSync(DATA_DIR)).not.toContain('dynamodb.sqlite');
  } finally {
    await engine.stop();
  }
});

test('prints what a person needs, without log lines, and a command that shows an order', async () => {
  const service = await start({ DEMO: '1', LOG_LEVEL: '' });
  const [platformKey, demoKey, , ownerKey, packerKey] = service.output().match(/s[pm]_live_\w+/g) as string[];
  const command = `curl -H 'X-API-KEY: ${demoKey}' ${service.url}/v1/management/order/1001`;
  expect(service.output()).toBe(`
Serving on ${service.url}
Reference:    ${service.url}/docs
Console:      ${service.url}/console
Platform key: ${platformKey}

Management key of the demo tenant: ${demoKey}

Show one of its orders:

  ${command}

Sign in to the console (a link lasts 12 hours from when it was first shown):

  Ada Demo, the owner: ${service.url}/console#key=${ownerKey}
  Wanda Demo, in the warehouse: ${service.url}/console#key=${packerKey}

`);
  const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  expect(JSON.parse(stdout).payload.orders.number).toBe('1001');
  await until(() => service.output().includes('"operation":"getOrder"'));
});

test('the first run creates a demo tenant, later runs print the same keys, and DEMO=0 creates none', async () => {
  const DATA_DIR = freshFolder();
  const linkedKeys = (service: Service) => service.output().match(/(?<=#key=)\S+/g);
  const first = await start({ DATA_DIR, DEMO: '1' });
  const { text } = await get(first, '/v1/management/tenant', demoKeyIn(first));
  expect(JSON.parse(text).payload.tenant.name).toBe('demo');
  expect((await get(first, '/v1/management/product/', demoKeyIn(first))).status).toBe(200);
  await stopService(first);
  // The table of a deployment, left in the shell.
  const second = await start({ DATA_DIR, DEMO: '1', TABLE_NAME: 'store-prod' });
  expect([demoKeyIn(second), linkedKeys(second)]).toEqual([demoKeyIn(first), linkedKeys(first)]);
  expect(linkedKeys(first)).toHaveLength(2);
  const store = client({ url: second.url, key: demoKeyIn(second) });
  const { users } = await store.getUsers({ email: 'wanda@example.com' });
  await store.updateUser({ id: users[0]?.id as string, active: false });
  await stopService(second);
  const third = await start({ DATA_DIR, DEMO: '1' });
  expect(linkedKeys(third)).toEqual(linkedKeys(first)?.slice(0, 1));
  expect(third.output()).toMatch(/^No sign-in link for Wanda Demo, in the warehouse: .*user_inactive/m);
  expect(demoKeyIn(await start())).toBe('');
});

/** A data folder that holds only this tenant. */
async function withTenant(name: string, ownerEmail: string) {
  const DATA_DIR = freshFolder();
  const bare = await start({ DATA_DIR });
  const given = newTenant({ name });
  const owner = { ...given.owner, email: ownerEmail };
  await platformClient({ url: bare.url, key: keyIn(bare) }).createTenant({ ...given, owner });
  await stopService(bare);
  return DATA_DIR;
}

test.each([
  ['demo', 'eve@example.com'],
  ['tea-house', 'ada@example.com'],
])('the store %s of %s gets no demo orders', async (name, email) => {
  const service = await start({ DATA_DIR: await withTenant(name, email), DEMO: '1' });
  expect(service.url).not.toBe('');
  expect(service.output()).not.toContain('demo tenant');
});

test('a demo that an interrupted start left unfinished is completed, and then left alone', async () => {
  const DATA_DIR = await withTenant('demo', 'ada@example.com');
  for (let i = 0; i < 2; i++) {
    const service = await start({ DATA_DIR, DEMO: '1' });
    const store = client({ url: service.url, key: demoKeyIn(service) });
    expect((await store.getOrders()).orders).toHaveLength(4);
    expect((await store.updateOrder({ number: '1004', cancelled: false })).version).toBe(i + 3);
    await store.updateOrder({ number: '1004', note: `${i}` });
    await stopService(service);
    rmSync(join(DATA_DIR, 'demo-key'));
  }
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a start that %s interrupts leaves a demo that the next one completes',
  async (signal) => {
    const DATA_DIR = freshFolder();
    const environment = { DATA_DIR, DEMO: '1', LOG_LEVEL: 'error', NODE: process.execPath };
    const interrupted = await aService(environment, ['sh', '-c', interruptedStart, signal]);
    expect(await interrupted.exited).toBe(signal === 'SIGTERM' ? 0 : 137);
    const service = await start({ DATA_DIR, DEMO: '1' });
    const { orders } = await client({ url: service.url, key: demoKeyIn(service) }).getOrders();
    expect(orders.map(({ cancelled, paid, shipments }) => [cancelled, paid, shipments[0]?.state])).toEqual([
      [true, 0, 'ready'],
      [false, 0, 'shipped'],
      [false, 20.7, 'ready'],
      [false, 0, 'ready'],
    ]);
  },
);

test('ignores what a shell sets for a deployment', async () => {
  const forDeployments = {
    AWS_PROFILE: 'none',
    AWS_IGNORE_CONFIGURED_ENDPOINT_URLS: 'true',
    STAGE: 'prod',
    QUOTAS: '{"plan1":1}',
  };
  const service = await start({ DEMO: '1', ...forDeployments });
  const { status, headers } = await get(service, '/v1/management/tenant', demoKeyIn(service));
  expect(status).toBe(200);
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(strict|ratelimit)/i)]));
});
