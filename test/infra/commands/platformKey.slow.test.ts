import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Entry } from '../../../lib/audit/schema.ts';
import { putAction } from '../../../lib/db/action.ts';
import { find } from '../../../lib/db/read.ts';
import { put } from '../../../lib/db/write.ts';
import { type KeySecret, keepSecrets, secretsItem } from '../../../lib/key/checksumSecrets.ts';
import { hashOf } from '../../../lib/key/token.ts';
import { platform, uniqueName } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { ownTable } from '../../support/ownTable.ts';
import { aReceiver, type Received } from '../../support/receiver.ts';
import { run } from '../../support/run.ts';
import { walk } from '../../support/walk.ts';

// The last test drops the secret that made the keys of all tests.
await ownTable();

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

test('a key that is issued or revoked adds an audit entry with the AWS principal, or the access key, that did it', async () => {
  const Arn = 'arn:aws:iam::123456789012:user/ada';
  const sts = await aReceiver({ body: `<R><GetCallerIdentityResult><Arn>${Arn}</Arn></GetCallerIdentityResult></R>` });
  const AWS_ENDPOINT_URL_STS = new URL(sts.url).origin;
  const label = uniqueName('audited');
  const words = ['--label', label, '--table', process.env.TABLE_NAME as string];
  const secret = (await command(words, { AWS_ENDPOINT_URL_STS })).stdout.trim();
  const [id] = (await rowOf(label)).split(' ') as [string];
  await onTable('revoke', id);
  const common = { tenant: null, key: null, request_id: null, address: null };
  const entries = [await entryOf('issuePlatformKey', label), await entryOf('revokePlatformKey', label)];
  expect(entries).toMatchObject([
    { ...common, actor: Arn, before: {}, after: { id } },
    { ...common, actor: 'access key test', before: { id }, after: {} },
  ]);
  for (const part of [secret.slice(34, -8), hashOf(secret)]) expect(JSON.stringify(entries)).not.toContain(part);
  const [{ headers, text }, ...more] = sts.received as [Received];
  expect([text, more]).toEqual(['Action=GetCallerIdentity&Version=2011-06-15', []]);
  expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=test\/\d{8}\/eu-central-1\/sts\/aws4_request, /);
});

test('waits for a slow connection to AWS', async () => {
  const far = await aReceiver(async () => {
    await sleep(1500);
    return { body: { Items: [], Count: 0 } };
  });
  const AWS_ENDPOINT_URL_DYNAMODB = new URL(far.url).origin;
  const { code, stdout, stderr } = await command(['list', '--table', 'far'], { AWS_ENDPOINT_URL_DYNAMODB });
  expect([code, stdout, stderr]).toEqual([0, 'none\n', '']);
});

test('stores a new secret for keys, and drops the old one only when it is no longer in use', async () => {
  const [used, unused] = [await issued(), await issued()];
  expect((await onTable('drop-secrets')).stderr).toBe('No secret was replaced, so there is nothing to drop.\n');
  expect((await onTable('new-secret')).stdout).toMatch(/^Keys issued from \S+Z on are made with a new secret\. /);
  expect(await statusOf(used)).toBe(200);
  expect((await onTable('drop-secrets')).stderr).toMatch(/^The old secret may still be in use\. Try again after \S+Z\.\n$/);
  const { secrets } = (await find(...secretsItem)) as { secrets: KeySecret[] };
  const stored = '2026-01-01T00:00:00.000Z';
  await put(putAction(...secretsItem, { secrets: secrets.map(({ secret }) => ({ secret, stored })) }));
  const dropped = 'Keys issued before 2026-01-01T00:01:00.000Z stop working everywhere within six minutes.\n';
  expect((await onTable('drop-secrets')).stdout).toBe(dropped);
  keepSecrets(undefined);
  expect([await statusOf(await issued()), await statusOf(unused)]).toEqual([200, 401]);
});
