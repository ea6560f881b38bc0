import { beforeAll, expect, test } from '@jest/globals';
import { platformClient } from '../../lib/client/client.ts';
import { aTenant, uniqueName } from '../support/actors.ts';
import { aFaultyServer, lostAnswer } from '../support/faultyServer.ts';
import { ops, opsJson } from '../support/ops.ts';
import { until } from '../support/receiver.ts';
import { run, start } from '../support/run.ts';

const url = process.env.BASE_URL as string;
const platform = platformClient({ url, key: process.env.PLATFORM_API_KEY as string });
let name: string;
let id: string;

beforeAll(async () => {
  ({ name, id } = await aTenant({ country: 'IS' }));
});

const of = async () => platform.getTenant({ id });
const owner = ['--first-name', 'Ada', '--last-name', 'Byron', '--email', 'ada@example.com', '--phone', '+4915112345678'];

test('a tenant is created, shown, changed and listed, for people and for programs', async () => {
  const fresh = uniqueName();
  const created = await ops(['tenant', 'create', fresh, '--country', 'IS', '--timezone', 'Atlantic/Reykjavik', ...owner]);
  expect(created).toMatchObject({ code: 0, stderr: '' });
  expect(created.stdout).toMatch(new RegExp(`^name +${fresh}$`, 'm'));
  const shown = await opsJson(['tenant', 'show', fresh]);
  expect(shown).toEqual(await platform.getTenant({ id: fresh }));
  const change = ['--timezone', 'Europe/Oslo', '--permission', 'analytics=false', '--permission', 'home=false'];
  const updated = await opsJson(['tenant', 'update', shown.id, ...change, '--version', `${shown.version}`]);
  expect(updated).toMatchObject({ timezone: 'Europe/Oslo', permissions: { analytics: false, home: false, orders: true } });
  const late = await ops(['tenant', 'update', shown.id, '--country', 'NO', '--version', `${shown.version}`]);
  expect(late).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/\(version_mismatch, request [\w-]+\)\n$/) });
  const listed = await ops(['tenant', 'list', '--country', 'IS', '--subscribed', 'active']);
  expect(listed.stdout).toMatch(/^NAME +ID +COUNTRY +SUBSCRIBED +PLAN +FRONT END +HOST +CREATED\n/);
  expect(listed.stdout).toContain(`\n${fresh}  `);
  expect((await opsJson(['tenant', 'list', '--subscribed', 'expired', '--country', 'IS'])).length).toBe(0);
});

test('a key is issued, opens the store, is listed without its text, and is revoked', async () => {
  const { key, secret } = await opsJson(['key', 'issue', name, '--label', 'web shop', '--expires', '2999-01-01T00:00:00Z']);
  expect(await opsJson(['product', 'list'], { STORE_API_KEY: secret })).toEqual([]);
  const listed = await ops(['key', 'list', name]);
  expect(listed.stdout).toMatch(new RegExp(`^${key.id}  web shop  .*…${key.last_four}`, 'm'));
  expect(listed.stdout).not.toContain(secret);
  expect((await ops(['key', 'issue', name])).stdout).toMatch(/^secret +sm_live_\w+$/m);
  expect((await ops(['key', 'revoke', name, key.id])).stdout).toMatch(new RegExp(`^revoked +${key.id}\n`));
  expect((await opsJson(['key', 'list', id])).map((one: { id: string }) => one.id)).not.toContain(key.id);
});

test('a key whose text got lost is no success: its id is told, so that it can be revoked', async () => {
  const faulty = await aFaultyServer(lostAnswer);
  const { code, stdout, stderr } = await ops(['key', 'issue', name, '--label', 'lost'], { STORE_URL: faulty.url });
  const lost = (await Array.fromAsync(platform.keys({ id }))).filter(({ label }) => label === 'lost');
  expect([code, stdout, lost.length]).toEqual([1, '', 1]);
  const undo = ['key', 'revoke', name, lost[0]?.id as string];
  expect(stderr).toMatch(new RegExp(`^The key ${undo[3]} was issued, .*: npm run ops -- ${undo.join(' ')}; `));
  expect((await ops(undo)).code).toBe(0);
});

test('plan, store front and domain are set, and the audit log tells of it', async () => {
  const host = `${uniqueName()}.example.com`;
  expect((await ops(['plan', name, 'plan3'])).stdout).toMatch(/^override_plan +plan3$/m);
  expect(await opsJson(['store-front', name, 'flat'])).toMatchObject({ front_end: 'flat' });
  expect((await ops(['domain', name, host, '--forward-www'])).code).toBe(0);
  expect(await of()).toMatchObject({ override_plan: 'plan3', store_host: host, forward_www: true });
  expect((await ops(['domain', name, host, '--no-forward-www'])).code).toBe(0);
  expect((await ops(['plan', name, 'none'])).code).toBe(0);
  expect(await of()).toMatchObject({ override_plan: null, forward_www: false });
  const entries = await opsJson(['audit', '--tenant', name, '--limit', '2']);
  expect(entries.map(({ operation }: { operation: string }) => operation)).toEqual(['setStorePlan', 'linkDomain']);
  expect((await ops(['audit', '--tenant', id, '--limit', '1'])).stdout).toMatch(
    /^TIME .*\n\S+ +setStorePlan .*\{"override_plan":null\}\n$/,
  );
});

test.each([
  [['tenant', 'show', 'nobody-at-all'], /^There is no such tenant\. \(not_found, request \S+\)\n$/],
  [['plan', 'x', 'gold'], /^override_plan: must be one of "trial", .* \(invalid_request, request \S+\)\n$/],
  [['tenant', 'update', 'x', '--country', 'de', '--name', 'X'], /^name: must be .*; country: must be .*\n$/],
])('what the service refuses is one line and exit code 1: %j', async (words, line) => {
  expect(await ops(words)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(line) });
});

test('a service that is not there is one line too', async () => {
  const { code, stderr } = await ops(['tenant', 'list'], { STORE_URL: 'http://127.0.0.1:9' });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^There was no answer from 127\.0\.0\.1:9: .*\(no_answer\)\n$/)]);
});

test.each([
  [[], 'No command is named; npm run ops -- --help tells more'],
  [['tenants'], 'There is no command "tenants"; npm run ops -- --help tells more'],
  [['tenant', 'crate'], 'There is no command "tenant crate"; npm run ops -- tenant --help tells more'],
  [['tenant', 'show'], '<tenant> is missing; npm run ops -- tenant show --help tells more'],
  [['tenant', 'show', 'a', 'b'], '"b" is one word too many; npm run ops -- tenant show --help tells more'],
  [['tenant', 'show', '..'], '<tenant> cannot be ".."'],
  [['tenant', 'list', '--color'], "Unknown option '--color'; npm run ops -- tenant list --help tells more"],
  [['tenant', 'create', 'x', '--country', 'DE'], '--timezone is required; npm run ops -- tenant create --help tells more'],
  [
    ['tenant', 'update', 'x', '--permission', 'home'],
    '--permission must be a flag and its value, like analytics=false, not "home"',
  ],
  [['tenant', 'update', 'x', '--version', 'v1'], '--version must be a number, as tenant show has it'],
  [['audit', '--limit', '0'], '--limit must be a whole number from 1'],
])('a call that cannot be meant is one line and exit code 2: %j', async (words, line) => {
  expect(await ops(words)).toEqual({ code: 2, stdout: '', stderr: `${line}\n` });
});

test.each([
  [{ PLATFORM_API_KEY: undefined }, /^PLATFORM_API_KEY is not set: /],
  [{ PLATFORM_API_KEY: 'with a blank' }, /^PLATFORM_API_KEY holds something that is no key\n$/],
  [{ STORE_URL: undefined }, /^STORE_URL is not set: /],
  [{ STORE_URL: 'http://store.example.com' }, /^STORE_URL must be an https URL; /],
  [{ STORE_URL: 'https://user:hidden@store.example.com' }, /^STORE_URL must hold neither user nor password: (?!.*hidden)/],
])('the environment must be fit: %j', async (env, line) => {
  expect(await ops(['tenant', 'list'], env)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(line) });
});

test('a key that is not set is asked for at a terminal, where what is typed does not show', async () => {
  const key = process.env.PLATFORM_API_KEY as string;
  const asking = `${process.execPath} infra/commands/ops.ts tenant show ${name}`;
  const env = { STORE_URL: url, PLATFORM_API_KEY: undefined };
  const session = start(['script', '--quiet', '--return', '--command', asking, '/dev/null'], { env, input: null });
  await until(() => session.told.stdout.includes('PLATFORM_API_KEY: '));
  session.child.stdin.end(`${key}\r`);
  const { code, stdout } = await session.ended;
  expect([code, stdout]).toEqual([0, expect.stringMatching(`id +${id}`)]);
  expect(stdout).not.toContain(key.slice(0, 4));
});

test('help tells every command, those of a group, and the options of one', async () => {
  const { code, stdout } = await run(['npm', 'run', '--silent', 'ops', '--', '--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/tenant create <name> .*\n[\s\S]*product import <file>[\s\S]*PLATFORM_API_KEY/);
  const group = await ops(['key', '--help']);
  expect(group.stdout).toMatch(/key issue <tenant>/);
  expect(group.stdout).not.toMatch(/tenant create/);
  for (const words of [['tenant', 'create', '--help'], ['help']]) expect((await ops(words)).code).toBe(0);
  expect((await ops(['key', 'issue', 'x', '-h'])).stdout).toMatch(/--expires …/);
  expect((await ops(['keys', '--help'])).code).toBe(2);
});
