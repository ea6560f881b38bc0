import { expect, test } from '@jest/globals';
import { deleteAction } from '../../../lib/db/action.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { commit } from '../../../lib/db/write.ts';
import { missingScope, type Permissions, scopesFrom } from '../../../lib/key/scopes.ts';
import { keySortKey } from '../../../lib/key/storedKey.ts';
import { routes } from '../../../lib/routes.ts';
import { aStore, type Store } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf, metered } from '../../support/database.ts';
import { keysOf } from '../../support/keys.ts';
import { isFull } from '../../support/sample.ts';
import { allPermissions, areas, aStaffMember, issueStaffKey, update } from '../../support/users.ts';

const clocks = fakeClocks();
const daySeconds = 24 * 3600;

const management = routes.filter(({ caller }) => caller === 'management');
/** No permission, each alone, all but each, and all: a key's scopes follow from one permission at a time. */
const sets = [[], areas, ...areas.flatMap((area) => [[area], areas.filter((other) => other !== area)])];

const permissionsOf = (flags: readonly string[]) =>
  ({ ...allPermissions(false), ...Object.fromEntries(flags.map((flag) => [flag, true])) }) as Permissions;

/** What happens to a user after the key was used, and what the key may do half a minute later. */
const states: [string, (store: Store, id: string) => Promise<unknown>, (flags: string[]) => string[] | undefined][] = [
  ['active', async () => {}, (flags) => flags],
  ['deactivated', (store, id) => update(store, id, { active: false }), () => undefined],
  [
    'deactivated and activated again',
    async (store, id) => {
      for (const active of [false, true]) await update(store, id, { active });
    },
    (flags) => flags,
  ],
  [
    'given the opposite permissions',
    async (store, id) => {
      const { permissions } = (await call('getUser', { as: store.key, params: { id } })).payload.user;
      const opposite = Object.fromEntries(areas.map((area) => [area, !permissions[area]]));
      await update(store, id, { permissions: opposite });
    },
    (flags) => areas.filter((area) => !flags.includes(area)),
  ],
];

test('every operation allows exactly what the permissions of an active user give, half a minute after a change', async () => {
  process.env.QUOTAS = '{"plan1":1000000}';
  // The first use of a key on a new day is a write, so the whole test is in one day.
  clocks.advance(daySeconds - ((Date.now() / 1000) % daySeconds));
  const store = await aStore();
  const differences: string[] = [];
  let cells = 0;
  for (const flags of isFull ? sets : sets.slice(0, 4)) {
    for (const [state, change, later] of states) {
      const { id, key } = await aStaffMember(store, ...flags);
      // The key is cached when its user changes.
      await call('getOwnKey', { as: key });
      await change(store, id);
      clocks.advance(30);
      // The first key after five minutes also reads the secrets of keys.
      await call('getOwnKey', { as: store.key });
      const { sent } = await metered(() => call('getOwnKey', { as: key, query: { unknown: 'rejected' } }));
      // An inactive user is never cached.
      expect(sent.map(({ command }) => command)).toEqual(['BatchGetItem']);
      await compare(`${flags} ${state}`, key, later(flags));
    }
  }
  delete process.env.QUOTAS;
  console.log(`${cells} cells of operations, permissions and states`);
  expect(differences).toEqual([]);

  async function compare(what: string, as: string, flags: readonly string[] | undefined) {
    const scopes = flags && scopesFrom(permissionsOf(flags));
    const check = async ({ id, path, ...needed }: (typeof management)[number]) => {
      // An unknown parameter is rejected after the scope is checked, so no request has an effect.
      const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name as string, '-']));
      const { status } = await call(id, { as, params, query: { unknown: 'rejected' } });
      const expected = scopes ? (missingScope(scopes, needed) ? 403 : 400) : 401;
      if (status !== expected) differences.push(`${id} with ${what}: ${status}, not ${expected}`);
      cells += 1;
    };
    await Promise.all(management.map(check));
  }
});

test('a key that is not cached costs one call, which also reads its user', async () => {
  const { key } = await aStaffMember(await aStore(), 'orders');
  const first = await metered(() => call('createCredit', { as: key, params: { number: '-' } }));
  expect(first.sent.map(({ command }) => command)).toEqual(['BatchGetItem', 'UpdateItem']);
  expect(first.sent[0]?.units).toBe(3);
  expect((await metered(() => call('createCredit', { as: key, params: { number: '-' } }))).calls).toBe(0);
});

test('listing keys takes one more call if there are staff keys', async () => {
  const store = await aStore();
  const list = async () => (await metered(() => call('getOwnKeys', { as: store.key }))).calls;
  await list();
  expect(await list()).toBe(1);
  for (let i = 0; i < 3; i++) await aStaffMember(store, 'orders');
  expect(await list()).toBe(2);
});

test('a staff key leaves the list 30 days after it expired', async () => {
  const store = await aStore();
  const days = 24 * 3600;
  const issue = () => issueStaffKey(store.key, store.tenant.owner.id, {}, { 'Idempotency-Key': 'once' });
  const { secret, key } = (await issue()).payload;
  const [item] = (await itemsOf(store, 'KEY#')).filter(({ user }) => user);
  expect(item?.expires_at).toBe(Math.floor(Date.parse(key.expires) / 1000) + 30 * days);
  clocks.advance(12 * 3600);
  expect((await call('getOwnKey', { as: secret })).status).toBe(401);
  clocks.advance(30 * days - 5);
  expect(await keysOf(store.tenant.id)).toHaveLength(2);
  clocks.advance(10);
  expect(await keysOf(store.tenant.id)).toEqual([expect.objectContaining({ user: null })]);
  expect(await issue()).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } });
  const revoked = await call('revokeOwnKey', { as: store.key, params: { key_id: key.id } });
  expect(revoked).toMatchObject({ status: 404, code: 'not_found' });
  // In the end, DynamoDB deletes it.
  await commit({ key: deleteAction(store.tenant.id as TenantId, keySortKey(key.id)) });
  expect(await issue()).toMatchObject({ status: 404, code: 'not_found' });
});
