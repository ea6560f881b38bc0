import { expect, test } from '@jest/globals';
import { platformClient } from '../../../apps/client/client.ts';
import { aTenant, uniqueName } from '../../support/actors.ts';
import { aFaultyServer, lostAnswer } from '../../support/faultyServer.ts';
import { ops, opsJson, wordsOf } from '../../support/ops.ts';
import { until } from '../../support/receiver.ts';
import { run, start } from '../../support/run.ts';

const url = process.env.BASE_URL as string;
const platform = platformClient({ url, key: process.env.PLATFORM_API_KEY as string });
const { name, id } = await aTenant({ country: 'IS' });

const tenant = async () => platform.getTenant({ id });
const owner = ['--first-name', 'Ada', '--last-name', 'Byron', '--email', 'ada@example.com', '--phone', '+4915112345678'];

test('creates, shows, updates and lists a tenant, as text and as JSON', async () => {
  const fresh = uniqueName();
  const created = await ops(['tenant', 'create', fresh, '--country', 'IS', '--timezone', 'Atlantic/Reykjavik', ...owner]);
  expect(created).toMatchObject({ code: 0, stderr: '' });
  expect(created.stdout).toMatch(new RegExp(`^name +${fresh}$`, 'm'));
  const shown = await opsJson(['tenant', 'show', fresh]);
  expect(shown).toEqual(await platform.getTenant({ id: fresh }));
  const change = ['--timezone', 'Europe/Oslo', '--permission', 'analytics=false', '--permission', 'home=false'];
  const updated = await opsJson(['tenant', 'update', shown.id, ...change, '--version', `${shown.version}`]);
  expect(updated).toMatchObject({ timezone: 'Europe/Oslo', permissions: { analytics: false, home: false, orders: true } });
  const outdated = await ops(['tenant', 'update', shown.id, '--country', 'NO', '--version', `${shown.version}`]);
  expect(outdated).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/\(version_mismatch, request [\w-]+\)\n$/),
  });
  const listed = await ops(['tenant', 'list', '--country', 'IS', '--subscribed', 'active']);
  expect(listed.stdout).toMatch(/^NAME +ID +COUNTRY +SUBSCRIBED +PLAN +FRONT END +HOST +CREATED\n/);
  expect(listed.stdout).toContain(`\n${fresh}  `);
  expect((await opsJson(['tenant', 'list', '--subscribed', 'expired', '--country', 'IS'])).length).toBe(0);
});

test('issues, lists and revokes a key, and shows its secret only once', async () => {
  const options = '--label "web shop" --expires 2999-01-01T00:00:00Z --scope products:write --scope orders:read';
  const { key, secret } = await opsJson(['key', 'issue', name, ...wordsOf(options)]);
  expect(key.scopes).toEqual(['products:write', 'orders:read']);
  expect(await opsJson(['product', 'list'], { STORE_API_KEY: secret })).toEqual([]);
  const listed = await ops(['key', 'list', name]);
  expect(listed.stdout).toMatch(new RegExp(`^${key.id}  web shop  .* ${key.last_four} `, 'm'));
  expect(listed.stdout).not.toContain(secret);
  expect((await ops(['key', 'issue', name])).stdout).toMatch(/^secret +sm_live_\w+$/m);
  expect((await ops(['key', 'revoke', name, key.id])).stdout).toMatch(new RegExp(`^revoked +${key.id}\n`));
  expect(await opsJson(['key', 'list', id])).toContainEqual(
    expect.objectContaining({ id: key.id, revoked: expect.any(String) }),
  );
});

test('if the response with a new key is lost, the error says how to revoke the key', async () => {
  const faulty = await aFaultyServer(lostAnswer);
  const { code, stdout, stderr } = await ops(['key', 'issue', name, '--label', 'lost'], { STORE_URL: faulty.url });
  const lost = (await Array.fromAsync(platform.keys({ id }))).filter(({ label }) => label === 'lost');
  expect([code, stdout, lost.length]).toEqual([1, '', 1]);
  const undo = ['key', 'revoke', name, lost[0]?.id as string];
  expect(stderr).toMatch(new RegExp(`^The key ${undo[3]} was issued, .* with \`npm run ops -- ${undo.join(' ')}\`, then `));
  expect((await ops(undo)).code).toBe(0);
});

test('sets plan, store front and domain, and shows them in the audit log', async () => {
  const host = `${uniqueName()}.example.com`;
  expect((await ops(['plan', name, 'plan3'])).stdout).toMatch(/^override_plan +plan3$/m);
  expect(await opsJson(['store-front', name, 'flat'])).toMatchObject({ front_end: 'flat' });
  expect((await ops(['domain', name, host, '--forward-www'])).code).toBe(0);
  expect(await tenant()).toMatchObject({ override_plan: 'plan3', store_host: host, forward_www: true });
  expect(await opsJson(['tenant', 'list', '--find', host])).toEqual([await tenant()]);
  expect((await ops(['domain', name, host, '--no-forward-www'])).code).toBe(0);
  expect((await ops(['plan', name, 'none'])).code).toBe(0);
  expect(await tenant()).toMatchObject({ override_plan: null, forward_www: false });
  const entries = await opsJson(['audit', '--tenant', name, '--limit', '2']);
  expect(entries.map(({ operation }: { operation: string }) => operation)).toEqual(['setStorePlan', 'linkDomain']);
  expect((await ops(['audit', '--tenant', id, '--limit', '1'])).stdout).toMatch(
    /^TIME .*\n\S+ +setStorePlan .*\{"override_plan":null\}\n$/,
  );
  expect(await opsJson(['domain', name, 'none'])).toMatchObject({ store_host: null });
  expect(await opsJson(['tenant', 'list', '--find', host])).toEqual([]);
});

const rejected = (variable: string, causes: string) =>
  `The key in ${variable} was rejected. It is wrong, expired, revoked, ${causes}. Set ${variable} to a valid key, and check STORE_URL.`;

test.each<[string, number, string | RegExp, Record<string, string | undefined>?]>([
  ['tenant show nobody-at-all', 1, /^There is no tenant nobody-at-all\. \(not_found, request \S+\)$/],
  ['tenant update x --country de --name X', 1, /^name: must be .*; country: must be .*$/],
  [
    'tenant list',
    1,
    rejected(
      'PLATFORM_API_KEY',
      'a management key, from another deployment, or made with a secret that has since been dropped',
    ),
    { PLATFORM_API_KEY: 'wrong' },
  ],
  [
    'product list',
    1,
    rejected(
      'STORE_API_KEY',
      'a platform key, from another deployment, or made with a secret that has since been dropped. Or its user was deactivated, or its store deleted',
    ),
    { STORE_API_KEY: process.env.PLATFORM_API_KEY },
  ],
  [
    'tenant list',
    1,
    /^No response from 127\.0\.0\.1:9: .*\. Check its address, and that it is running\. The address comes from STORE_URL\.$/,
    { STORE_URL: 'http://127.0.0.1:9' },
  ],
  ['order export --from x --to y --json', 2, '--json needs --file, because the CSV goes to standard output without it.'],
  [
    'tenant update x --permission home',
    2,
    '--permission must be a name and true or false, such as analytics=false, not "home".',
  ],
  ['audit --limit 0', 2, '--limit must be a whole number, 1 or more, with at most 10 digits, not "0".'],
  ['tenant list', 2, /^PLATFORM_API_KEY is not set\. /, { PLATFORM_API_KEY: undefined }],
  ['tenant list', 2, /^PLATFORM_API_KEY is not a valid key: it contains a space /, { PLATFORM_API_KEY: 'with a blank' }],
  ['tenant list', 2, /^STORE_URL is not set\. /, { STORE_URL: undefined }],
  ['tenant list', 2, /^STORE_URL is not the address of a service\. /, { STORE_URL: 'https://store.example.com:99999' }],
  ['tenant list', 2, /^STORE_URL is not the address of a service\. /, { STORE_URL: 'http://127.0.0.1:3000/?a=1' }],
  ['tenant list', 2, /^STORE_URL is not the address of a service\. /, { STORE_URL: 'http://127.0.0.1:3000\r' }],
  [
    'tenant list',
    1,
    /^No response from 127\.0\.0\.1:\d+: the server does not use TLS on this port\. Check the port, or call a local service with http:\/\/\. /,
    { STORE_URL: process.env.BASE_URL?.replace('http:', 'https:') },
  ],
  ['tenant list', 2, /^STORE_URL must start with https:/, { STORE_URL: 'http://store.example.com' }],
  [
    'tenant list',
    2,
    'STORE_URL must not contain a user name or password. Remove them from the URL.',
    { STORE_URL: 'https://user:hidden@store.example.com' },
  ],
])('%s exits with %d and one line: %s', async (line, code, message, env = {}) => {
  const { stdout, stderr, ...ended } = await ops(line.split(' '), env);
  const [printed, ...others] = stderr.split('\n');
  expect([ended.code, stdout, others]).toEqual([code, '', ['']]);
  if (typeof message === 'string') expect(printed).toBe(message);
  else expect(printed).toMatch(message);
});

test('a terminal asks for a key that is not set, and does not show it', async () => {
  const key = process.env.PLATFORM_API_KEY as string;
  const command = `${process.execPath} apps/ops/ops.ts tenant show ${name}`;
  const env = { STORE_URL: url, PLATFORM_API_KEY: undefined };
  const session = start(['script', '--quiet', '--return', '--command', command, '/dev/null'], { env, input: null });
  await until(() => session.output.stdout.includes('PLATFORM_API_KEY: '));
  session.child.stdin.end(`${key}\r`);
  const { code, stdout } = await session.ended;
  expect([code, stdout]).toEqual([0, expect.stringMatching(`id +${id}`)]);
  expect(stdout).not.toContain(key.slice(8, 24));
});

test('reports output that cannot be written', async () => {
  const { code, stderr } = await run(['sh', '-c', `${process.execPath} apps/ops/ops.ts --help > /dev/full`]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Cannot write the output: ENOSPC.* stays changed\.\n$/)]);
});

test('help shows all commands, those of a group, or the options of one', async () => {
  const { code, stdout } = await run(['npm', 'run', '--silent', 'ops', '--', '--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/tenant +list, show, create[\s\S]*product +list, import[\s\S]*PLATFORM_API_KEY/);
  const group = await ops(['key', '--help']);
  expect(group.stdout).toMatch(/issue \[options\] <tenant>/);
  expect(group.stdout).not.toMatch(/tenant create/);
  for (const words of [['tenant', 'create', '--help'], ['help']]) expect((await ops(words)).code).toBe(0);
  expect((await ops(['key', 'issue', 'x', '-h'])).stdout).toMatch(/--expires <value>/);
});
