import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Program } from '../../infra/local/childProgram.ts';
import { startDatabase } from '../../infra/local/localDatabase.ts';
import { routes } from '../../lib/routes.ts';
import { aFaultyProxy, type Fault, lostRequest, type Received, type Response } from '../support/faultyServer.ts';
import { caller } from '../support/fillStore.ts';
import { aReceiver, type Reply } from '../support/receiver.ts';
import { root, run } from '../support/run.ts';
import { type Service, startService, stopService } from '../support/service.ts';

const PLATFORM_API_KEY = 'the-platform-key-of-the-smoke-test';
const TABLE_NAME = 'table-of-the-stack';

let database: Program;
let service: Service;
let address: string;
/** What the command needs to read the stack and to issue keys. */
let aws: Record<string, string | undefined>;

/** Faults between the caller and the service, as a deployment could have them. */
function faultOf({ method, url, body }: Received): Fault | undefined {
  if (body.length > 10_000_000) return lostRequest;
  const call = `${method} ${url}`;
  if (/^GET .*\/history\/?$/.test(call)) return async () => failure(503, 'temporarily_unavailable');
  if (/^POST .*\/credit\/?$/.test(call)) return async () => failure(500, 'internal_error');
  if (call.startsWith('GET /v1/management/settings/legal')) return (forward) => forward('/v1/management/tenant');
  if (!/^(GET|PATCH) .*\/user\/[^/]+\/?$/.test(call)) return undefined;
  return async (forward) => {
    const response = await forward();
    const { 'x-content-type-options': _, ...headers } = response.headers;
    return { ...response, headers };
  };
}

function failure(status: number, code: string): Response {
  const body = JSON.stringify({ result: 'error', description: 'Broken.', code, request_id: 'r1' });
  const headers = { 'x-request-id': 'r1', 'content-type': 'application/json', 'retry-after': '1' };
  return { status, headers: { ...headers, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }, body };
}

/** The part of CloudFormation that the command calls. */
function describeStacks({ text }: { text: string }): Reply {
  const name = new URLSearchParams(text).get('StackName');
  const outputs = { 'StorePlatform-test': { BaseUrl: service.url, TableName: TABLE_NAME }, 'StorePlatformData-test': {} };
  const found = Object.entries(outputs).find(([stack]) => stack === name)?.[1];
  const members = Object.entries(found ?? {}).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  const stack = `<member><StackStatus>CREATE_COMPLETE</StackStatus><Outputs>${members.join('')}</Outputs></member>`;
  if (found) return { body: `<R><DescribeStacksResult><Stacks>${stack}</Stacks></DescribeStacksResult></R>` };
  const message = `Stack with id ${name} does not exist`;
  const body = `<R><Error><Type>Sender</Type><Code>ValidationError</Code><Message>${message}</Message></Error></R>`;
  return { status: 400, body };
}

beforeAll(async () => {
  database = await startDatabase(undefined);
  const settings = { PLATFORM_API_KEY, TABLE_NAME, LOG_LEVEL: 'error', WEBHOOK_ALLOW_LOCAL: '1', RATE_LIMIT: '300' };
  service = await startService({ ...settings, DYNAMODB_ENDPOINT: database.endpoint });
  address = await aFaultyProxy(service.url, faultOf);
  const cloudFormation = await aReceiver(describeStacks);
  aws = {
    AWS_ENDPOINT_URL_CLOUDFORMATION: new URL(cloudFormation.url).origin,
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    PLATFORM_API_KEY: undefined,
  };
});

afterAll(async () => {
  await stopService(service);
  await database.stop();
});

const smokeWith = (env: Record<string, string | undefined>, ...args: string[]) =>
  run([process.execPath, 'infra/commands/smoke.ts', ...args], { cwd: root, env });
const smoke = (...args: string[]) => smokeWith({ PLATFORM_API_KEY }, ...args);

test('calls every operation of a healthy stack with its own key, which it revokes, and passes', async () => {
  const { code, stdout } = await smokeWith(aws, '--stack', 'StorePlatform-test');
  expect(stdout).toContain('PASSED');
  for (const { id } of routes) expect(stdout).toMatch(new RegExp(`^${id} .* ok$`, 'm'));
  const { stdout: keys } = await run([process.execPath, 'infra/commands/platformKey.ts', 'list', '--table', TABLE_NAME], {
    env: aws,
  });
  expect(keys.match(/ smoke +revoked /g)).toHaveLength(2);
  expect((await caller(service.url, PLATFORM_API_KEY)('GET', '/v1/platform/tenant/')).tenants).toEqual([]);
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
  expect(stdout).toMatch(/^gateway .* not checked: .*(closed|ECONNRESET|EPIPE)/m);
  expect(code).toBe(1);
  const get = (path: string) => caller(service.url, PLATFORM_API_KEY)('GET', path);
  const { tenants } = await get('/v1/platform/tenant/?q=smoke-');
  const keys = await Promise.all(tenants.map(({ id }: { id: string }) => get(`/v1/platform/tenant/${id}/key/`)));
  expect(keys).toHaveLength(3);
  for (const key of keys.flatMap((one) => one.keys)) expect(key.revoked ?? key.expires).toBeTruthy();
});

async function mustExplain(line: RegExp, args: string[], env: Record<string, string | undefined> = {}) {
  const { code, stdout, stderr } = await smokeWith({ ...aws, ...env }, ...args);
  expect(stderr).toMatch(line);
  expect([code, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
}

const localhost = ['--url', 'http://localhost'];
const noCloudFormation = { AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:1' };

test.each<[string, string[], RegExp, Record<string, string>?]>([
  ['another protocol', ['--url', 'ftp://example.com'], /^--url must be the address of the service/, { PLATFORM_API_KEY }],
  ['no target', [], /^Pass the stack with --stack, or the service with --url/, { PLATFORM_API_KEY }],
  ['no service', ['--url', 'http://127.0.0.1:1'], /^There is no response from \S+:1: bad port/, { PLATFORM_API_KEY }],
  ['an unknown stack', ['--stack', 'Nothing'], /^There is no stack Nothing in eu-central-1\. Check --stack, AWS_PROFILE/],
  ['the data stack', ['--stack', 'StorePlatformData-test'], /^The stack StorePlatformData-test \(.*\) has no BaseUrl among/],
  ['no CloudFormation', ['--stack', 'x'], /^AWS cannot be reached/, noCloudFormation],
  ['an unknown table', [...localhost, '--table', 'nothing'], /^There is no table nothing/],
  ['neither a key nor a stack', localhost, /^PLATFORM_API_KEY is not set\./],
])('explains %s in one line', (_, args, line, env = {}) => mustExplain(line, args, env));

test('explains a key that is not a platform key in one line', () =>
  mustExplain(/rejected the platform key\. Check PLATFORM_API_KEY/, ['--url', service.url], {
    PLATFORM_API_KEY: 'another-key-than-the-right-one',
  }));
