import type { PlatformClient } from '../../../lib/client/client.ts';
import { CommandError } from '../../commandError.ts';
import { record, table } from '../table.ts';
import { command } from './command.ts';

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
  options: {},
  run: async ({ args, platform }) => {
    const keys = await Array.fromAsync((await platform()).keys({ id: args.tenant as string }));
    return { data: keys, text: keyTable(keys) };
  },
});

const scopeOption = {
  type: 'string',
  multiple: true,
  summary: 'what it may do: orders, products or settings, each with :read or :write; everything by default',
} as const;

const issue = command({
  name: 'key issue',
  args: ['tenant'],
  summary: 'Issues a management key and prints it; it cannot be shown again',
  options: {
    label: { type: 'string', summary: 'what the key is for' },
    expires: { type: 'string', summary: 'when it expires, such as 2027-01-31T00:00:00Z; never by default' },
    scope: scopeOption,
  },
  run: async ({ args: { tenant = '' }, options: { scope, ...options }, platform }) => {
    const scopes = scope as ListedKey['scopes'] | undefined;
    const { key, secret } = await (await platform()).issueKey({ id: tenant, ...options, scopes });
    if (secret === null) {
      const revoke = `npm run ops -- key revoke ${tenant} ${key.id}`;
      throw new CommandError(
        `The key ${key.id} was issued, but the response that contained its secret was lost. Revoke it with \`${revoke}\`, then issue another.`,
      );
    }
    return { data: { key, secret }, text: record({ ...key, secret }) };
  },
});

const revoke = command({
  name: 'key revoke',
  args: ['tenant', 'key'],
  summary: 'Revokes a management key by its ID; it stops working within 30 seconds',
  options: {},
  run: async ({ args, platform }) => {
    const key = await (await platform()).revokeKey({ id: args.tenant as string, key_id: args.key as string });
    return { data: key, text: record({ revoked: key.id, label: key.label }) };
  },
});

export const keys = [list, issue, revoke];
