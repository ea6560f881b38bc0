import { describe, expect, test } from '@jest/globals';
import { committedExamples } from '../../apps/reference/openapi/examples.ts';
import { deleteAction } from '../../lib/db/action.ts';
import type { TenantId } from '../../lib/db/key.ts';
import { commit } from '../../lib/db/write.ts';
import { commandAuthor, issuePlatformKey, revokePlatformKey } from '../../lib/key/platformKeys.ts';
import type { Key } from '../../lib/key/schema.ts';
import { keySortKey } from '../../lib/key/storedKey.ts';
import { routes } from '../../lib/routes.ts';
import { aStore, platform } from '../support/actors.ts';
import { call, type Options } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { itemsWhere } from '../support/database.ts';
import { conflicts, faultKinds } from '../support/faultKinds.ts';
import { beforeCall, type Fault, withFaults } from '../support/injectFault.ts';
import { keysOf, revoke } from '../support/keys.ts';
import { anOrder, aProduct } from '../support/orders.ts';
import { ownTable } from '../support/ownTable.ts';
import { aStaffMember, update } from '../support/users.ts';

// Compares the whole table before and after a request.
await ownTable();

// While the clocks stand still, a revoked key stays cached.
holdClocks();

type Caller = 'platform' | 'management';
type IssuedKey = { id: string; secret: string; revoke: () => Promise<unknown> };

const { operations } = committedExamples();
const outliving = routes.filter(({ outlivesKey }) => outlivesKey);

const store = await aStore();
const sku = await aProduct(store, { stock: 10 });
const order = (await anOrder(store)).number;
const [{ id: key }] = (await keysOf(store.tenant.id)) as [Key];
/** By the noun before them in a path. */
const ids: Record<string, string> = {
  ...{ tenant: store.tenant.id, user: store.tenant.owner.id, key },
  ...{ webhook: 'confirm-order', delivery: 'evt_0123456789abcdefghjkmnpqrs' },
};

/** The others' example names something that does not exist, or their write is not a transaction. */
const transactions = outliving.filter(({ id }) => !['revokePlatformKey', 'redeliver', 'testWebhook'].includes(id));

const author = commandAuthor('revokePlatformKey', 'test');

/** A key that this process has cached. */
async function aCachedKey(caller: Caller): Promise<IssuedKey> {
  const now = new Date();
  const { key, secret } =
    caller === 'platform'
      ? await issuePlatformKey({ label: 'test', expires: null }, 'test', now)
      : (await call('issueKey', { as: platform, params: { id: store.tenant.id } })).payload;
  expect(await read(caller, secret)).toBe(200);
  const revokeIt = () => (caller === 'platform' ? revokePlatformKey(key.id, author, now) : revoke(store.tenant.id, key.id));
  return { id: key.id, secret, revoke: revokeIt };
}

const read = async (caller: Caller, as: string) =>
  (await call(caller === 'platform' ? 'testKey' : 'getOwnTenant', { as })).status;

/** A valid request of an operation. */
function requestOf({ id, path }: (typeof routes)[number]) {
  const params = [...path.matchAll(/(\w+)\/\{(\w+)\}/g)].map(([, noun = '', name = '']) => [name, ids[noun] ?? '-']);
  const body = operations[id]?.[0]?.body as { tenant?: string } | undefined;
  return {
    params: Object.fromEntries(params) as Record<string, string>,
    body: body?.tenant ? { ...body, tenant: store.tenant.id } : body,
  };
}

/** A key's last use may be recorded at any time. */
const wholeTable = async () =>
  Object.fromEntries(
    (await itemsWhere('sk <> :none', { ':none': '-' })).map(({ last_used, ...item }) => [`${item.pk} ${item.sk}`, item]),
  );

const unauthorized = { status: 401, code: 'unauthorized' };

const passes: Fault = ({ forward }) => forward();

/** Does something just before the transaction of a request, which must then get 401 and change nothing. */
async function mustBeTooLate(id: string, request: Options, meanwhile: () => Promise<unknown>, next = passes) {
  let before = {};
  const act = beforeCall(async () => {
    await meanwhile();
    before = await wholeTable();
  });
  const fault: Fault = (attempt) => act({ ...attempt, forward: () => next(attempt) });
  const { result, injected } = await withFaults([{ command: 'TransactWriteItems', fault }], () => call(id, request));
  expect([injected, result]).toMatchObject([1, unauthorized]);
  expect(await wholeTable()).toEqual(before);
}

test('every platform write and every write to settings reads its key again', () => {
  const others = routes.filter(({ outlivesKey, method }) => !outlivesKey && method !== 'GET').map(({ path }) => path);
  expect(others.filter((path) => !/^\/v1\/management\/(order|product|shipping)\//.test(path))).toEqual([]);
  expect(outliving.filter(({ method }) => method === 'GET')).toEqual([]);
  expect(outliving.map(({ id }) => id).sort()).toEqual(
    [
      ...['createTenant', 'updateTenant', 'setStoreFront', 'setStorePlan', 'linkDomain'],
      ...['issueKey', 'revokeKey', 'revokePlatformKey', 'issueOwnKey', 'revokeOwnKey'],
      ...['createUser', 'updateUser', 'issueStaffKey', 'updateLegal', 'putOpeningHours', 'overrideAvailability'],
      ...['changeWebhook', 'replaceWebhookSecret', 'testWebhook', 'redeliver', 'redeliverAll'],
    ].sort(),
  );
});

describe('a key that was revoked a moment ago and is still cached', () => {
  test.each(outliving)('gets 401 from $id, which changes nothing', async (row) => {
    const key = await aCachedKey(row.caller);
    await key.revoke();
    expect(await read(row.caller, key.secret)).toBe(200);
    const before = await wholeTable();
    expect(await call(row.id, { as: key.secret, ...requestOf(row) })).toMatchObject(unauthorized);
    expect(await wholeTable()).toEqual(before);
    // This process has now learned that the key is revoked.
    expect(await read(row.caller, key.secret)).toBe(401);
  });

  test.each(transactions)('gets 401 from $id, and changes nothing, if it is revoked before a retry', async (row) => {
    const key = await aCachedKey(row.caller);
    await mustBeTooLate(row.id, { as: key.secret, ...requestOf(row) }, key.revoke, conflicts);
  });

  test('still places orders, records payments and changes products', async () => {
    const key = await aCachedKey('management');
    await key.revoke();
    const as = key.secret;
    expect((await call('placeOrder', { as, body: { lines: [{ sku, quantity: 1 }] } })).status).toBe(201);
    expect((await call('createPayment', { as, params: { number: order }, body: { total: 1 } })).status).toBe(201);
    expect((await call('adjustStock', { as, params: { sku }, body: { adjust: 1 } })).status).toBe(200);
  });
});

test('a key that revokes itself gets the answer, even if a retry meets the revocation', async () => {
  const key = await aCachedKey('management');
  const plan = { command: 'TransactWriteItems', fault: faultKinds['conflicts after its own commit'] as Fault };
  const request = { as: key.secret, params: { key_id: key.id } };
  const { result, injected } = await withFaults([plan], () => call('revokeOwnKey', request));
  expect([injected, result.status]).toEqual([1, 200]);
});

test('a key whose item is deleted after it was read again, as when its store is deleted, issues no key', async () => {
  const key = await aCachedKey('management');
  const deleteKey = () => commit({ key: deleteAction(store.tenant.id as TenantId, keySortKey(key.id)) });
  const fault = { command: 'TransactWriteItems', fault: beforeCall(deleteKey) };
  const { result, injected } = await withFaults([fault], () => call('issueOwnKey', { as: key.secret }));
  expect([injected, result.status]).toEqual([1, 401]);
});

describe('a staff key whose user changed a moment ago, and that is still cached', () => {
  const rows = outliving.filter(({ caller }) => caller === 'management');
  const all = ['orders', 'products', 'settings'];
  const insufficient = { status: 403, code: 'insufficient_scope', body: { required: 'settings:write' } };

  describe.each([
    ['its user is inactive', { active: false }, unauthorized],
    ['its user may not change settings', { permissions: { settings: false } }, insufficient],
  ])('once %s', (_, change, rejection) => {
    test.each(rows)('is rejected by $id, which changes nothing', async (row) => {
      const { id, key } = await aStaffMember(store, ...all);
      expect(await read('management', key)).toBe(200);
      await update(store, id, change);
      expect(await read('management', key)).toBe(200);
      const before = await wholeTable();
      expect(await call(row.id, { as: key, ...requestOf(row) })).toMatchObject(rejection);
      expect(await wholeTable()).toEqual(before);
    });
  });

  test('raises nobody above what its user may do now', async () => {
    const [manager, clerk] = [await aStaffMember(store, ...all), await aStaffMember(store, 'home')];
    expect(await read('management', manager.key)).toBe(200);
    await update(store, manager.id, { permissions: { products: false } });
    const body = { permissions: { products: true } };
    const answer = await call('updateUser', { as: manager.key, params: { id: clerk.id }, body });
    expect(answer).toMatchObject({ status: 403, body: { required: 'products:write' } });
  });

  test.each(['issueStaffKey', 'revokeOwnKey'])(
    'gets 401 from %s if its user is deactivated after it was read again',
    async (id) => {
      const [manager, victim] = [await aStaffMember(store, ...all), await aStaffMember(store, 'orders')];
      const request = { as: manager.key, params: { id: victim.id, key_id: victim.key_id } };
      await mustBeTooLate(id, request, () => update(store, manager.id, { active: false }));
    },
  );
});

test.each(outliving.filter(({ id }) => /^(issue|revoke)/.test(id)))(
  'a key that is revoked after it was read again gets 401 from $id',
  async (row) => {
    const [key, victim] = [
      await aCachedKey(row.caller),
      await aCachedKey(row.id === 'revokePlatformKey' ? 'platform' : 'management'),
    ];
    const id = row.id === 'issueStaffKey' ? store.tenant.owner.id : store.tenant.id;
    const request = { params: { id, key_id: victim.id }, body: operations[row.id]?.[0]?.body };
    await mustBeTooLate(row.id, { as: key.secret, ...request }, key.revoke);
  },
);
