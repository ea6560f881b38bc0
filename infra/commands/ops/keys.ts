import { Fault } from '../../fault.ts';
import { command } from './command.ts';
import { record, table } from './table.ts';

const list = command({
  words: 'key list',
  takes: ['tenant'],
  says: 'Lists the management keys of a tenant, newest first',
  options: {},
  run: async ({ given, platform }) => {
    const keys = await Array.fromAsync((await platform()).keys({ id: given.tenant as string }));
    const rows = keys.map((one) => [one.id, one.label, one.created, one.expires, `…${one.last_four}`, one.last_used]);
    return { data: keys, text: table(['id', 'label', 'created', 'expires', 'ends in', 'last used'], rows) };
  },
});

const issue = command({
  words: 'key issue',
  takes: ['tenant'],
  says: 'Issues a management key and prints it, once',
  options: {
    label: { type: 'string', says: 'what it is for' },
    expires: { type: 'string', says: 'when it ends, like 2027-01-31T00:00:00Z; never unless given' },
  },
  run: async ({ given: { tenant = '' }, values, platform }) => {
    const { key, secret } = await (await platform()).issueKey({ id: tenant, ...values });
    if (secret === null) {
      const undo = `npm run ops -- key revoke ${tenant} ${key.id}`;
      throw new Fault(`The key ${key.id} was issued, but its text got lost on the way: ${undo}; then issue another.`);
    }
    return { data: { key, secret }, text: record({ ...key, secret }) };
  },
});

const revoke = command({
  words: 'key revoke',
  takes: ['tenant', 'key'],
  says: 'Revokes a management key by its id; within 30 seconds it opens nothing any more',
  options: {},
  run: async ({ given, platform }) => {
    const key = await (await platform()).revokeKey({ id: given.tenant as string, key_id: given.key as string });
    return { data: key, text: record({ revoked: key.id, label: key.label }) };
  },
});

export const keys = [list, issue, revoke];
