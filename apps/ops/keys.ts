import type { Key, PlatformKey } from '../../lib/key/schema.ts';
import { keyScopes } from '../../lib/key/scopes.ts';
import { platformCommand, storeCommand } from './command.ts';
import { CommandError } from './commandError.ts';
import { listOf, record } from './textTable.ts';

const usage = ['created', 'expires', 'revoked', ['last 4', 'last_four'], ['last used', 'last_used']] as const;

const keyTable = listOf<Key>(['id', 'label', ['scopes', ({ scopes }) => scopes.join(' ')], ...usage]);
const revokedKey = ({ id, label }: PlatformKey) => record({ revoked: id, label });

type Issued = { key: Key; secret: string | null };
const issuedKey = ({ key, secret }: Issued) => record({ ...key, secret });

function mustHaveSecret<T extends Issued>(issued: T, revoke: string): T {
  if (issued.secret !== null) return issued;
  const { id } = issued.key;
  throw new CommandError(
    `The key ${id} was issued, but the response that contained its secret was lost. Revoke it with \`npm run ops -- ${revoke} ${id}\`, then issue another.`,
  );
}

const rights = 'what it may do: orders, products or settings, followed by :read or :write, or orders:place or orders:ship';

/** The options of a new key. The texts say what its scopes are by default, and when it expires. */
const optionsOf = (scopes: string, expires: string) =>
  ({
    label: { type: 'string', summary: 'what the key is for' },
    scope: { type: 'string', multiple: true, values: keyScopes, summary: `${rights}; ${scopes}` },
    expires: { type: 'string', summary: `when it expires, ${expires}` },
  }) as const;

export const keys = [
  platformCommand({
    name: 'key list',
    args: { tenant: {} },
    summary: 'Lists the management keys of a tenant, newest first, including revoked ones',
    examples: ['key list tea-house', 'key list tea-house --json'],
    call: (platform, { tenant }) => Array.fromAsync(platform.keys({ id: tenant })),
    print: keyTable,
  }),
  platformCommand({
    name: 'key issue',
    args: { tenant: {} },
    summary: 'Issues a management key and prints it; it cannot be shown again',
    examples: [
      'key issue tea-house --label "web shop"',
      'key issue tea-house --label "stock scanner" --scope products:write --scope orders:read',
      'key issue tea-house --label auditor --scope orders:read --expires 2030-01-31T00:00:00Z',
    ],
    options: optionsOf('everything by default', 'such as 2030-01-31T00:00:00Z; never by default'),
    call: async (platform, { tenant, scope: scopes, ...fields }) =>
      mustHaveSecret(await platform.issueKey({ id: tenant, ...fields, scopes }), `key revoke ${tenant}`),
    print: issuedKey,
  }),
  platformCommand({
    name: 'key revoke',
    args: { tenant: {}, key: {} },
    summary: 'Revokes a management key by its ID; it stops working within 30 seconds',
    examples: ['key revoke tea-house key_4h7k2m9p', 'key revoke tea-house key_4h7k2m9p --json'],
    call: (platform, { tenant, key }) => platform.revokeKey({ id: tenant, key_id: key }),
    print: revokedKey,
  }),
  storeCommand({
    name: 'own-key list',
    summary: 'Lists the keys of the store that STORE_API_KEY belongs to, newest first, including revoked ones',
    examples: ['own-key list', 'own-key list --json'],
    call: (store) => Array.fromAsync(store.ownKeys()),
    print: keyTable,
  }),
  storeCommand({
    name: 'own-key issue',
    summary: 'Issues a key for the store that STORE_API_KEY belongs to, and prints it; it can do no more than STORE_API_KEY',
    examples: [
      'own-key issue --label "stock scanner" --scope products:write --scope orders:read',
      'own-key issue --label auditor --scope orders:read --expires 2030-01-31T00:00:00Z',
    ],
    options: optionsOf(
      'by default, the scopes of your own key',
      'such as 2030-01-31T00:00:00Z; by default, it expires when your own key does',
    ),
    call: async (store, { scope: scopes, ...fields }) =>
      mustHaveSecret(await store.issueOwnKey({ ...fields, scopes }), 'own-key revoke'),
    print: issuedKey,
  }),
  storeCommand({
    name: 'staff-key issue',
    args: { user: {} },
    summary:
      "Issues a staff key for a user (ID), and prints it; STORE_API_KEY needs every scope that the user's permissions give",
    examples: [
      'staff-key issue usr_4h7k2m9p --label tablet',
      'staff-key issue usr_4h7k2m9p --label scanner --scope orders:ship',
    ],
    options: optionsOf(
      'by default, everything that both the user and your own key may do',
      'at most 90 days ahead, in the form 2030-01-31T00:00:00Z; 12 hours by default, and never after your own key expires (if yours is a staff key, never after the ordinary key that issued the first one in its chain)',
    ),
    call: async (store, { user: id, scope: scopes, ...fields }) =>
      mustHaveSecret(await store.issueStaffKey({ id, ...fields, scopes }), 'own-key revoke'),
    print: issuedKey,
  }),
  storeCommand({
    name: 'own-key revoke',
    args: { key: {} },
    summary: 'Revokes a key of the store that STORE_API_KEY belongs to, by its ID; it stops working within 30 seconds',
    examples: ['own-key revoke key_4h7k2m9p', 'own-key revoke key_4h7k2m9p --json'],
    call: (store, { key }) => store.revokeOwnKey({ key_id: key }),
    print: revokedKey,
  }),
  platformCommand({
    name: 'platform-key list',
    summary: 'Lists the platform keys, sorted by label, including revoked ones',
    examples: ['platform-key list', 'platform-key list --json'],
    call: (platform) => Array.fromAsync(platform.platformKeys()),
    print: listOf<PlatformKey>(['id', 'label', ...usage]),
  }),
  platformCommand({
    name: 'platform-key revoke',
    args: { key: {} },
    summary: 'Revokes a platform key by its ID; it stops working within 30 seconds',
    examples: ['platform-key revoke key_4h7k2m9p', 'platform-key revoke key_4h7k2m9p --json'],
    call: (platform, { key }) => platform.revokePlatformKey({ key_id: key }),
    print: revokedKey,
  }),
];
