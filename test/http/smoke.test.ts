import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { routes } from '../../lib/routes.ts';
import { root, run } from '../support/run.ts';
import { freshFolder, type Service, startService, stopService } from '../support/service.ts';

const PLATFORM_API_KEY = 'the-platform-key-of-the-smoke-test';

let service: Service;
let address: string;

/** Faults between the caller and the service, as a deployment could have them. */
const proxy = createServer(async (incoming, outgoing) => {
  const path = incoming.url as string;
  const call = `${incoming.method} ${path}`;
  if (/^GET .*\/history\/?$/.test(call)) return fail(outgoing, 503, 'temporarily_unavailable');
  if (/^POST .*\/credit\/?$/.test(call)) return fail(outgoing, 500, 'internal_error');
  const isMisrouted = call.startsWith('GET /v1/management/settings/legal');
  const answer = await forward(incoming, isMisrouted ? '/v1/management/tenant' : path);
  const headers = Object.fromEntries(answer.headers);
  if (/^(GET|PATCH) .*\/user\/[^/]+\/?$/.test(call)) delete headers['x-content-type-options'];
  outgoing.writeHead(answer.status, headers).end(await answer.text());
});

async function forward(incoming: IncomingMessage, path: string): Promise<Response> {
  const { host, connection, 'content-length': _, 'transfer-encoding': __, ...headers } = incoming.headers;
  const body = Buffer.concat(await incoming.toArray());
  const { method = 'GET' } = incoming;
  return fetch(service.url + path, { method, headers: headers as Record<string, string>, ...(body.length > 0 && { body }) });
}

function fail(outgoing: ServerResponse, status: number, code: string): void {
  const body = JSON.stringify({ result: 'error', description: 'Broken.', code, request_id: 'r1' });
  const headers = { 'X-Request-Id': 'r1', 'Content-Type': 'application/json', 'Retry-After': '1' };
  outgoing.writeHead(status, { ...headers, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' }).end(body);
}

beforeAll(async () => {
  const settings = { PLATFORM_API_KEY, LOG_LEVEL: 'error', WEBHOOK_ALLOW_LOCAL: '1', RATE_LIMIT: '300' };
  service = await startService({ ...settings, DATA_DIR: freshFolder() });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});

afterAll(async () => {
  proxy.close();
  await stopService(service);
});

const smoke = (...args: string[]) =>
  run([process.execPath, 'infra/commands/smoke.ts', ...args], { cwd: root, env: { PLATFORM_API_KEY } });

test('calls every operation of a healthy service, and passes', async () => {
  const { code, stdout } = await smoke('--url', service.url);
  expect(stdout).toContain('PASSED');
  for (const { id } of routes) expect(stdout).toMatch(new RegExp(`^${id} .*(ok|--table.*)$`, 'm'));
  expect(stdout).toMatch(/^the quota of a store .* (ok|not reached with 400 requests)$/m);
  expect(code).toBe(0);
});

test('names a broken function, a missing grant, a wrong route and a missing header, and nothing else', async () => {
  const { code, stdout } = await smoke('--url', address);
  expect(stdout).toMatch(/^getHistory: GET .*expected 200, got 503 temporarily_unavailable/m);
  expect(stdout).toMatch(/^createCredit: POST .*expected 201, got 500 internal_error/m);
  expect(stdout).toMatch(/^getLegal: GET .*differs from the API document/m);
  expect(stdout).toMatch(/^getUser: GET .*the header X-Content-Type-Options is missing/m);
  const [, failed = ''] = /^FAILED: (.*) \(\d+ checks\)/m.exec(stdout) ?? [];
  const expected = ['createCredit', 'getHistory', 'getLegal', 'getUser', 'updateUser'];
  expect(failed.split(', ').sort()).toEqual(expected);
  expect(code).toBe(1);
});

test.each([
  [['--url', 'ftp://example.com'], '--url must be the address of the service'],
  [[], 'Name the service with --url'],
  [['--url', 'http://127.0.0.1:1'], 'There is no response from http://127.0.0.1:1: bad port'],
])('rejects %j in one line', async (args, message) => {
  const { code, stderr } = await smoke(...args);
  expect(stderr).toMatch(new RegExp(`^${message}.*\n$`));
  expect(code).toBe(1);
});

test('rejects a key that is not a platform key in one line', async () => {
  const env = { PLATFORM_API_KEY: 'another-key-than-the-right-one' };
  const { code, stderr } = await run([process.execPath, 'infra/commands/smoke.ts', '--url', service.url], { cwd: root, env });
  expect(stderr).toMatch(/rejected the key in PLATFORM_API_KEY.*\n$/);
  expect(code).toBe(1);
});
