import { expect, test } from '@jest/globals';
import type { Entry } from '../../lib/audit/schema.ts';
import { find } from '../../lib/db/read.ts';
import { issuePlatformKey } from '../../lib/key/platformKeys.ts';
import { keySortKey, type StoredKey } from '../../lib/key/storedKey.ts';
import { routeOf } from '../../lib/routes.ts';
import { aStore, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { conflicts } from '../support/faultKinds.ts';
import { faultTable, type Prepare, sentBefore, withKey } from '../support/faultTable.ts';
import { type Fault, withFaults } from '../support/injectFault.ts';
import { aKnownStore, issue, keysOf } from '../support/keys.ts';
import { aUsedPlatformKey } from '../support/platformKey.ts';
import { auditOf, walk } from '../support/walk.ts';

/** For each write, because concurrent changes of keys with one platform key lose races. */
async function aCachedPlatformKey(): Promise<string> {
  const key = await aUsedPlatformKey();
  await call('testKey', { as: key });
  return key;
}

const keyFor = async (id: string, { key }: Store) => (id.endsWith('OwnKey') ? key : aCachedPlatformKey());

const issuing =
  (id: 'issueKey' | 'issueOwnKey'): Prepare =>
  async () => {
    const store = await aKnownStore();
    const { tenant } = store;
    return {
      id,
      options: { as: await keyFor(id, store), params: { id: tenant.name }, body: { label: 'till' } },
      measure: async () => [(await keysOf(tenant.id)).length, (await auditOf(tenant.id)).length],
      once: [2, 3],
      agrees: async ({ key }) => expect(await keysOf(tenant.id)).toContainEqual(key),
      repeatable: false,
    };
  };

const revoking =
  (id: 'revokeKey' | 'revokeOwnKey'): Prepare =>
  async () => {
    const store = await aKnownStore();
    const { tenant } = store;
    const { key } = (await issue(tenant.id)).payload;
    const read = async () => (await keysOf(tenant.id)).find((each) => each.id === key.id);
    return {
      id,
      options: { as: await keyFor(id, store), params: { id: tenant.id, key_id: key.id } },
      measure: async () => [(await read())?.revoked !== null, (await auditOf(tenant.id)).length],
      once: [true, 4],
      agrees: async (payload) => expect(await read()).toEqual(payload.key),
      repeatable: true,
      repeated: 404,
    };
  };

const revokingPlatformKey: Prepare = async () => {
  const from = new Date();
  const { key } = await issuePlatformKey({ label: 'lost', expires: null }, 'test', from);
  const query = { operation: 'revokePlatformKey', from: from.toISOString() };
  const entries = async () => ((await walk('getAudit', { as: platform, query })) as Entry[]).map(({ before }) => before.id);
  const stored = async () => (await find<StoredKey>('PLATFORM#KEY', keySortKey(key.id))) as StoredKey;
  return {
    id: 'revokePlatformKey',
    options: { as: await aCachedPlatformKey(), params: { key_id: key.id } },
    measure: async () => [Boolean((await stored()).revoked), (await entries()).filter((id) => id === key.id).length],
    once: [true, 1],
    repeatable: true,
    repeated: 404,
  };
};

faultTable({
  issueKey: issuing('issueKey'),
  'issueKey with a key': withKey(issuing('issueKey')),
  'issueKey again with its key': sentBefore(issuing('issueKey')),
  issueOwnKey: issuing('issueOwnKey'),
  'issueOwnKey with a key': withKey(issuing('issueOwnKey')),
  'issueOwnKey again with its key': sentBefore(issuing('issueOwnKey')),
  revokeKey: revoking('revokeKey'),
  revokeOwnKey: revoking('revokeOwnKey'),
  revokePlatformKey: revokingPlatformKey,
});

test.each(['issueKey', 'issueOwnKey', 'issueStaffKey', 'revokeKey', 'revokeOwnKey'])(
  '%s succeeds after ten conflicts with other writes',
  async (id) => {
    const { tenant, key } = await aStore();
    const victim = (await issue(tenant.id)).payload.key.id;
    let left = 10;
    const fault: Fault = (attempt) => (left-- > 0 ? conflicts(attempt) : attempt.forward());
    const as = routeOf(id).caller === 'platform' ? platform : key;
    const params = { id: id === 'issueStaffKey' ? tenant.owner.id : tenant.id, key_id: victim };
    const plan = { command: 'TransactWriteItems', nth: 'every' as const, fault };
    const { result } = await withFaults([plan], () => call(id, { as, params }));
    expect(result.status).toBeLessThan(300);
    expect(left).toBe(-1);
  },
);
