import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { newTenant } from '../support/actors.ts';
import { within } from '../support/clocks.ts';
import { raw } from '../support/raw.ts';
import { until } from '../support/receiver.ts';
import { freshFolder, type Service } from '../support/service.ts';
import { aService } from '../support/serviceOfTest.ts';

const PLATFORM_API_KEY = 'a-key-of-this-test';
const headers = { 'X-API-KEY': PLATFORM_API_KEY, 'Content-Type': 'application/json' };

const start = (DATA_DIR = freshFolder()) => aService({ PLATFORM_API_KEY, LOG_LEVEL: 'error', DATA_DIR });

/** A request on a keep-alive connection that has sent only part of its body. */
async function halfSent({ url }: Service, body: string) {
  const agent = new Agent({ keepAlive: true });
  const more = { 'Content-Length': Buffer.byteLength(body), Expect: '100-continue' };
  const outgoing = request(`${url}/v1/platform/tenant/`, { method: 'POST', headers: { ...headers, ...more }, agent });
  const status = new Promise<number>((resolve, reject) => {
    outgoing.on('error', reject).on('response', (incoming) => {
      incoming.resume().on('end', () => resolve(incoming.statusCode as number));
    });
  });
  status.catch(() => {});
  await once(outgoing, 'continue');
  outgoing.write(body.slice(0, 20));
  return { status, finish: () => outgoing.end(body.slice(20)) };
}

/** Waits until the service rejects new connections. */
const rejectsConnections = ({ url }: Service) =>
  until(() =>
    raw({ base: url, path: '/v1/platform/auth/test', headers }).then(
      () => false,
      ({ code }) => code === 'ECONNREFUSED',
    ),
  );

test.each<NodeJS.Signals[][]>([[['SIGTERM']], [['SIGINT']], [['SIGINT', 'SIGINT', 'SIGTERM']]])(
  '%j lets a request in flight finish, accepts no other, and exits with 0',
  async (signals) => {
    const DATA_DIR = freshFolder();
    const service = await start(DATA_DIR);
    const body = newTenant();
    const inFlight = await halfSent(service, JSON.stringify(body));
    for (const signal of signals) service.child.kill(signal);
    await rejectsConnections(service);
    inFlight.finish();
    expect([await inFlight.status, await service.exited]).toEqual([201, 0]);
    const again = await start(DATA_DIR);
    expect((await raw({ base: again.url, path: `/v1/platform/tenant/${body.name}`, headers })).status).toBe(200);
  },
);

test('idle connections do not delay the stop', async () => {
  const service = await start();
  const { port } = new URL(service.url);
  const idle = new Agent({ keepAlive: true });
  await new Promise((resolve) => {
    request(`${service.url}/v1/platform/auth/test`, { agent: idle }, (incoming) => incoming.resume().on('end', resolve)).end();
  });
  const silent = connect(Number(port), '127.0.0.1');
  silent.on('error', () => {});
  await once(silent, 'connect');
  service.child.kill('SIGTERM');
  expect(await within(15_000, service.exited)).toBe(0);
  idle.destroy();
  silent.destroy();
});

test('a request that never ends does not prevent the stop', async () => {
  const service = await start();
  const stalled = await halfSent(service, JSON.stringify(newTenant()));
  service.child.kill('SIGTERM');
  await expect(stalled.status).rejects.toThrow();
  expect(await service.exited).toBe(0);
});

test.each(['SIGTERM', 'SIGINT'] as const)('npm start ends with its service on %s', async (signal) => {
  const environment = { PLATFORM_API_KEY, LOG_LEVEL: 'error', DATA_DIR: freshFolder() };
  const service = await aService(environment, ['npm', 'start']);
  service.child.kill(signal);
  expect(await service.exited).toBe(0);
  await rejectsConnections(service);
});
