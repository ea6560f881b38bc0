import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import type { Entry } from '../../../lib/audit/schema.ts';
import { platform, uniqueName } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { run } from '../../support/run.ts';
import { walk } from '../../support/walk.ts';

const command = (words: string[], env: Record<string, string | undefined> = {}) =>
  run([process.execPath, 'infra/commands/platformKey.ts', ...words], { env });
const onTable = (...words: string[]) => command([...words, '--table', process.env.TABLE_NAME as string]);

async function issued(...words: string[]) {
  const { stdout, stderr } = await onTable(...words);
  expect(stderr).toBe('');
  return stdout.trim();
}

async function rowOf(label: string) {
  const { stdout } = await onTable('list');
  return stdout.split('\n').find((line) => line.includes(label)) as string;
}

const statusOf = async (as: string) => (await call('testKey', { as })).status;

test('issues, lists and revokes a key, and shows its secret only once', async () => {
  const label = uniqueName('team');
  const secret = await issued('--label', label);
  const row = await rowOf(label);
  const [id] = row.split(' ') as [string];
  expect(row).toMatch(new RegExp(`^key_\\w+ +${label} +active +\\S+Z +\\S+Z +${secret.slice(-4)} +-$`));
  expect(row).not.toContain(secret);
  const { stdout } = await onTable('revoke', id);
  expect(stdout).toBe(`Revoked ${id} (${label}). It stops working within 30 seconds.\n`);
  expect(await statusOf(secret)).toBe(401);
  expect(await rowOf(label)).toMatch(/ revoked /);
});

test('during a rotation, both keys work until the old one is revoked', async () => {
  const labels = [uniqueName('old'), uniqueName('new')] as const;
  const old = await issued('issue', '--label', labels[0]);
  const fresh = await issued('issue', '--label', labels[1], '--expires', '2099-01-01T00:00:00Z');
  expect(await statusOf(fresh)).toBe(200);
  await onTable('revoke', (await rowOf(labels[0])).split(' ')[0] as string);
  expect([await statusOf(old), await statusOf(fresh)]).toEqual([401, 200]);
  expect(await rowOf(labels[1])).toMatch(/ active .* 2099-01-01T00:00:00.000Z /);
});

async function expiryOf(...words: string[]): Promise<string | undefined> {
  const label = uniqueName('expiry');
  await issued('issue', '--label', label, ...words);
  return (await rowOf(label)).split(/ {2,}/)[4];
}

test('a key expires in a year by default', async () => {
  const inAYear = Date.now() + 365 * 24 * 3600_000;
  expect(Math.abs(Date.parse((await expiryOf()) as string) - inAYear)).toBeLessThan(600_000);
  expect(await expiryOf('--expires', 'never')).toBe('-');
});

const entryOf = async (operation: string, label: string): Promise<Entry | undefined> =>
  ((await walk('getAudit', { as: platform })) as Entry[]).find(
    (entry) => entry.operation === operation && [entry.before.label, entry.after.label].includes(label),
  );

test('each command adds an audit entry with the AWS principal that ran it', async () => {
  const requests: { authorization?: string | undefined; body: string }[] = [];
  const sts = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await Array.fromAsync(incoming)).toString();
    requests.push({ authorization: incoming.headers.authorization, body });
    outgoing.end('<R><GetCallerIdentityResult><Arn>arn:aws:iam::123456789012:user/ada</Arn></GetCallerIdentityResult></R>');
  });
  await new Promise<void>((listening) => sts.listen(0, '127.0.0.1', listening));
  const AWS_ENDPOINT_URL_STS = `http://127.0.0.1:${(sts.address() as AddressInfo).port}`;
  const label = uniqueName('audited');
  await command(['--label', label, '--table', process.env.TABLE_NAME as string], { AWS_ENDPOINT_URL_STS });
  sts.close().closeAllConnections();
  const [id] = (await rowOf(label)).split(' ') as [string];
  await onTable('revoke', id);
  const common = { tenant: null, key: null, request_id: null };
  const actor = 'arn:aws:iam::123456789012:user/ada';
  expect(await entryOf('issuePlatformKey', label)).toMatchObject({ ...common, actor, after: { id } });
  expect(await entryOf('revokePlatformKey', label)).toMatchObject({ ...common, actor: 'access key test', before: { id } });
  expect(requests).toMatchObject([
    {
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=test\/\d{8}\/eu-central-1\/sts\/aws4_request, /),
      body: 'Action=GetCallerIdentity&Version=2011-06-15',
    },
  ]);
});

test('waits for a slow connection to AWS', async () => {
  const empty = JSON.stringify({ Items: [], Count: 0 });
  const server = createServer((_, outgoing) => void setTimeout(() => outgoing.end(empty), 1500));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, stdout, stderr } = await command(['list', '--table', 'far'], { AWS_ENDPOINT_URL_DYNAMODB });
  server.close().closeAllConnections();
  expect([code, stdout, stderr]).toEqual([0, 'none\n', '']);
});

describe('fails with one line and exit code 1:', () => {
  const nobody = {
    AWS_ACCESS_KEY_ID: undefined,
    AWS_SECRET_ACCESS_KEY: undefined,
    AWS_EC2_METADATA_DISABLED: 'true',
    HOME: '/none',
  };
  const table = () => ['--table', process.env.TABLE_NAME as string];

  test.each<[string, () => string[], RegExp, Record<string, string | undefined>?]>([
    ['no table', () => ['list'], /^Name the table with --table/],
    ['an unknown table', () => ['list', '--table', 'nothing-here'], /^There is no table nothing-here/],
    ['an unknown command', () => ['rotate', ...table()], /^Unknown command "rotate"; commands: issue, list, revoke\.\n$/],
    ['an extra argument', () => ['list', 'all', ...table()], /^Unexpected argument "all"/],
    ['an unknown option', () => ['--tabel', 'x'], /--tabel/],
    ['no key to revoke', () => ['revoke', ...table()], /^Specify the key by its ID/],
    ['a malformed key id', () => ['revoke', 'sp_live_x', ...table()], /^There is no active platform key with this ID/],
    [
      'an unknown key id',
      () => ['revoke', `key_${'0'.repeat(26)}`, ...table()],
      /^There is no active platform key with this ID/,
    ],
    [
      'a time without a zone',
      () => ['--expires', '2027-01-31', ...table()],
      /^--expires must be a time with a zone, .* not "2027-01-31"\.\n$/,
    ],
    [
      'a time in the past',
      () => ['--expires', '2020-01-31T00:00:00Z', ...table()],
      /^--expires must be in the future, not "2020-01-31T00:00:00Z"\.\n$/,
    ],
    ['no credentials', () => ['list', ...table()], /^No AWS credentials were found/, nobody],
    [
      'no region',
      () => ['list', ...table()],
      /^No AWS region is set/,
      { AWS_REGION: undefined, AWS_DEFAULT_REGION: undefined, HOME: '/none' },
    ],
    ['no database', () => ['list', ...table()], /^AWS cannot be reached/, { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' }],
  ])('%s', async (_, words, line, env = {}) => {
    const { code, stdout, stderr } = await command(words(), env);
    expect(stderr).toMatch(line);
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
  });
});
