import type { PlatformClient } from '../client/client.ts';
import { command } from './command.ts';
import { CommandError } from './commandError.ts';
import { record, table } from './textTable.ts';

type ListedKey = Awaited<ReturnType<PlatformClient['revokeKey']>>;

const keyTable = (keys: readonly ListedKey[]) =>
  table(
    ['id', 'label', 'scopes', 'created', 'expires', 'revoked', 'last 4', 'last used'],
    keys.map((key) => [
      key.id,
      key.label,
      key.scopes.join(' '),
      key.created,
      key.expires,
      key.revoked,
      key.last_four,
      key.last_used,
    ]),
  );

const list = command({
  name: 'key list',
  args: ['tenant'],
  summary: 'Lists the management keys of a tenant, newest first, including revoked ones',
  examples: ['key list tea-house', 'key list tea-house --json'],
  options: {},
  run: async ({ args, platform }) => {
    const keys = await Array.fromAsync((await platform()).keys({ id: args.tenant as string }));
    return { data: keys, text: keyTable(keys) };
  },
});

const rights = 'what it may do: orders, products or settings, followed by :read or :write';

const issueOptions = {
  label: { type: 'string', summary: 'what the key is for' },
  scope: {
    type: 'string',
    multiple: true,
    summary: `${rights}; everything by default`,
    values: ['orders:read', 'orders:write', 'products:read', 'products:write', 'settings:read', 'settings:write'],
  },
} as const;

const issue = command({
  name: 'key issue',
  args: ['tenant'],
  summary: 'Issues a management key and prints it; it cannot be shown again',
  examples: [
    'key issue tea-house --label "web shop"',
    'key issue tea-house --label "stock scanner" --scope products:write --scope orders:read',
    'key issue tea-house --label auditor --scope orders:read --expires 2030-01-31T00:00:00Z',
  ],
  options: {
    ...issueOptions,
    expires: { type: 'string', summary: 'when it expires, such as 2027-01-31T00:00:00Z; never by default' },
  },
  run: async ({ args: { tenant = '' }, options: { scope, ...options }, platform }) => {
    const scopes = scope as ListedKey['scopes'] | undefined;
    const { key, secret } = await (await platform()).issueKey({ id: tenant, ...options, scopes });
    return issuedOutput({ key, secret }, `key revoke ${tenant}`);
  },
});

function issuedOutput({ key, secret }: { key: ListedKey; secret: string | null }, revoke: string) {
  if (secret !== null) return { data: { key, secret }, text: record({ ...key, secret }) };
  throw new CommandError(
    `The key ${key.id} was issued, but the response that contained its secret was lost. Revoke it with \`npm run ops -- ${revoke} ${key.id}\`, then issue another.`,
  );
}

const revoke = command({
  name: 'key revoke',
  args: ['tenant', 'key'],
  summary: 'Revokes a management key by its ID; it stops working within 30 seconds',
  examples: ['key revoke tea-house key_4h7k2m9p', 'key revoke tea-house key_4h7k2m9p --json'],
  options: {},
  run: async ({ args, platform }) => {
    const key = await (await platform()).revokeKey({ id: args.tenant as string, key_id: args.key as string });
    return { data: key, text: record({ revoked: key.id, label: key.label }) };
  },
});

const ownList = command({
  name: 'own-key list',
  args: [],
  summary: 'Lists the keys of the store that STORE_API_KEY belongs to, newest first, including revoked ones',
  examples: ['own-key list', 'own-key list --json'],
  options: {},
  run: async ({ store }) => {
    const keys = await Array.fromAsync((await store()).ownKeys());
    return { data: keys, text: keyTable(keys) };
  },
});

const ownIssue = command({
  name: 'own-key issue',
  args: [],
  summary: 'Issues a key for the store that STORE_API_KEY belongs to, and prints it; it can do no more than STORE_API_KEY',
  examples: [
    'own-key issue --label "stock scanner" --scope products:write',
    'own-key issue --label auditor --scope orders:read --expires 2030-01-31T00:00:00Z',
  ],
  options: {
    ...issueOptions,
    scope: { ...issueOptions.scope, summary: `${rights}; by default, the scopes of your own key` },
    expires: { type: 'string', summary: 'when it expires, such as 2027-01-31T00:00:00Z; by default when your own key does' },
  },
  run: async ({ options: { scope, ...options }, store }) => {
    const issued = await (await store()).issueOwnKey({ ...options, scopes: scope as ListedKey['scopes'] | undefined });
    return issuedOutput(issued, 'own-key revoke');
  },
});

const ownRevoke = command({
  name: 'own-key revoke',
  args: ['key'],
  summary: 'Revokes a key of the store that STORE_API_KEY belongs to, by its ID; it stops working within 30 seconds',
  examples: ['own-key revoke key_4h7k2m9p', 'own-key revoke key_4h7k2m9p --json'],
  options: {},
  run: async ({ args, store }) => {
    const key = await (await store()).revokeOwnKey({ key_id: args.key as string });
    return { data: key, text: record({ revoked: key.id, label: key.label }) };
  },
});

const platformList = command({
  name: 'platform-key list',
  args: [],
  summary: 'Lists the platform keys, sorted by label, including revoked ones',
  examples: ['platform-key list', 'platform-key list --json'],
  options: {},
  run: async ({ platform }) => {
    const keys = await Array.fromAsync((await platform()).platformKeys());
    const rows = keys.map((key) => [key.id, key.label, key.created, key.expires, key.revoked, key.last_four, key.last_used]);
    return { data: keys, text: table(['id', 'label', 'created', 'expires', 'revoked', 'last 4', 'last used'], rows) };
  },
});

const platformRevoke = command({
  name: 'platform-key revoke',
  args: ['key'],
  summary: 'Revokes a platform key by its ID; it stops working within 30 seconds',
  examples: ['platform-key revoke key_4h7k2m9p', 'platform-key revoke key_4h7k2m9p --json'],
  options: {},
  run: async ({ args, platform }) => {
    const key = await (await platform()).revokePlatformKey({ key_id: args.key as string });
    return { data: key, text: record({ revoked: key.id, label: key.label }) };
  },
});

export const keys = [list, issue, revoke, ownList, ownIssue, ownRevoke, platformList, platformRevoke];
