import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { newTenant } from '../support/actors.ts';
import { raw } from './raw.ts';
import { freshFolder, type Service, startService } from './service.ts';

const PLATFORM_API_KEY = 'a-key-of-this-test';
const headers = { 'X-API-KEY': PLATFORM_API_KEY, 'Content-Type': 'application/json' };
const running: Service[] = [];
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
});

async function start(DATA_DIR = freshFolder()) {
  const service = await startService({ PLATFORM_API_KEY, LOG_LEVEL: 'error', DATA_DIR });
  running.push(service);
  return service;
}

/** A request of which the half has been sent, on a connection that would like to stay. */
function halfSent({ url }: Service, body: string) {
  const agent = new Agent({ keepAlive: true });
  const length = { 'Content-Length': Buffer.byteLength(body) };
  const outgoing = request(`${url}/v1/platform/tenant/`, { method: 'POST', headers: { ...headers, ...length }, agent });
  outgoing.write(body.slice(0, 20));
  const status = new Promise<number>((resolve, reject) => {
    outgoing.on('error', reject).on('response', (incoming) => {
      incoming.resume().on('end', () => resolve(incoming.statusCode as number));
    });
  });
  return { status, finish: () => outgoing.end(body.slice(20)) };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets a request that is under way finish, takes no other, and ends with 0',
  async (signal) => {
    const DATA_DIR = freshFolder();
    const service = await start(DATA_DIR);
    const body = newTenant();
    const underWay = halfSent(service, JSON.stringify(body));
    await sleep(100);
    service.child.kill(signal);
    await sleep(100);
    await expect(raw({ base: service.url, path: '/v1/platform/auth/test', headers })).rejects.toThrow('ECONNREFUSED');
    underWay.finish();
    expect(await underWay.status).toBe(201);
    const answered = performance.now();
    expect(await service.exited).toBe(0);
    expect(performance.now() - answered).toBeLessThan(2000);
    const again = await start(DATA_DIR);
    expect((await raw({ base: again.url, path: `/v1/platform/tenant/${body.name}`, headers })).status).toBe(200);
  },
);

test('connections that only wait keep nobody from stopping', async () => {
  const service = await start();
  const { port } = new URL(service.url);
  const waiting = new Agent({ keepAlive: true });
  await new Promise((resolve) => {
    request(`${service.url}/v1/platform/auth/test`, { agent: waiting }, (incoming) =>
      incoming.resume().on('end', resolve),
    ).end();
  });
  const silent = connect(Number(port), '127.0.0.1');
  silent.on('error', () => {});
  await sleep(100);
  const begun = performance.now();
  service.child.kill('SIGTERM');
  expect(await service.exited).toBe(0);
  expect(performance.now() - begun).toBeLessThan(2000);
  waiting.destroy();
  silent.destroy();
});

test('fifty writes cut off by SIGTERM are each answered and kept, or neither', async () => {
  const DATA_DIR = freshFolder();
  const service = await start(DATA_DIR);
  const post = async (body: { name: string }) => {
    const sent = { base: service.url, method: 'POST', path: '/v1/platform/tenant/', headers, body: JSON.stringify(body) };
    return {
      name: body.name,
      status: await raw(sent).then(
        ({ status }) => status,
        () => 0,
      ),
    };
  };
  const writes = Array.from({ length: 50 }, () => post(newTenant()));
  await Promise.race(writes);
  service.child.kill('SIGTERM');
  const answers = await Promise.all(writes);
  expect(await service.exited).toBe(0);
  const again = await start(DATA_DIR);
  for (const { name, status } of answers.filter((each) => each.status !== 0)) {
    expect(status).toBe(201);
    expect((await raw({ base: again.url, path: `/v1/platform/tenant/${name}`, headers })).status).toBe(200);
  }
});

test('a request that does not come to its end keeps nobody from stopping', async () => {
  const service = await start();
  const stalled = halfSent(service, JSON.stringify(newTenant()));
  await sleep(100);
  service.child.kill('SIGTERM');
  await expect(stalled.status).rejects.toThrow();
  expect(await service.exited).toBe(0);
}, 30_000);

test('a signal that comes twice lets a request finish all the same', async () => {
  const service = await start();
  const underWay = halfSent(service, JSON.stringify(newTenant()));
  await sleep(100);
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) service.child.kill(signal);
  await sleep(100);
  underWay.finish();
  expect([await underWay.status, await service.exited]).toEqual([201, 0]);
});

test.each(['SIGTERM', 'SIGINT'] as const)('npm start ends with its service at %s', async (signal) => {
  const environment = { PLATFORM_API_KEY, LOG_LEVEL: 'error', DATA_DIR: freshFolder() };
  const service = await startService(environment, ['npm', 'start']);
  running.push(service);
  service.child.kill(signal);
  expect(await service.exited).toBe(0);
  await expect(raw({ base: service.url, path: '/v1/platform/auth/test', headers })).rejects.toThrow('ECONNREFUSED');
});
