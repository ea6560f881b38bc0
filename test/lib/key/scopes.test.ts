import { describe, expect, test } from '@jest/globals';
import { openApiDocument } from '../../../apps/reference/openapi/document.ts';
import { includesScope, type KeyScope, keyScopes, missingScope } from '../../../lib/key/scopes.ts';
import { routes } from '../../../lib/routes.ts';
import { aManagementKey, aStore, platform } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { isFull } from '../../support/sample.ts';

const management = routes.filter(({ caller }) => caller === 'management');

/** What each operation needs, by its path. Everything else follows from its method. */
const areas: [RegExp, string][] = [
  [/^\/v1\/management\/(order|report|shipping)\//, 'orders'],
  [/^\/v1\/management\/product\//, 'products'],
  [/^\/v1\/management\/(user|tenant|settings|key|audit)(\/|$)/, 'settings'],
];
const exceptions: Record<string, KeyScope | undefined> = {
  calculateRates: 'orders:read',
  overrideAvailability: 'settings:write',
  getOwnKey: undefined,
};

/** Operations that a narrower scope also allows. */
const narrower: Record<string, KeyScope[]> = {
  placeOrder: ['orders:place'],
  calculateRates: ['orders:place'],
  getAvailability: ['orders:place', 'orders:ship'],
  ...Object.fromEntries(
    [
      ...['getOrders', 'getOrder', 'getHistory', 'getActions', 'getDailyReport', 'getOpenReport'],
      ...['updateShipment', 'splitShipment', 'returnShipment'],
    ].map((id) => [id, ['orders:ship']] as const),
  ),
};
const changesWebhooks = ['changeWebhook', 'replaceWebhookSecret', 'testWebhook', 'redeliver', 'redeliverAll'];

test.each(management)('$id needs the scopes of its area and method', ({ id, method, path, ...scopes }) => {
  const area = areas.find(([pattern]) => pattern.test(path))?.[1];
  expect(scopes.scope).toBe(id in exceptions ? exceptions[id] : `${area}:${method === 'GET' ? 'read' : 'write'}`);
  expect(scopes.narrowerScopes).toEqual(narrower[id]);
  expect(scopes.secondScope).toBe(changesWebhooks.includes(id) ? 'orders:write' : undefined);
});

test('a platform operation has no scope', () => {
  expect(routes.filter(({ caller, scope }) => caller === 'platform' && scope)).toEqual([]);
});

test('the API document names the scope of each operation and its 403', () => {
  const { paths } = openApiDocument();
  for (const { caller, method, path, scope, narrowerScopes = [], secondScope } of routes) {
    const documented = paths[path]?.[method.toLowerCase()] as { security: object[]; responses: object; description?: string };
    expect(documented.security).toEqual([{ [caller]: [scope, secondScope].filter(Boolean) }]);
    expect('403' in documented.responses).toBe(caller === 'management');
    for (const one of scope ? [scope, ...narrowerScopes, ...(secondScope ? [secondScope] : [])] : [])
      expect(documented.description).toContain(`\`${one}\``);
  }
});

test.each<[KeyScope[], KeyScope, boolean]>([
  [['orders:write'], 'orders:read', true],
  [['orders:read'], 'orders:write', false],
  [['products:write', 'settings:read'], 'orders:read', false],
  [['products:write', 'settings:read'], 'settings:read', true],
  [['orders:write'], 'orders:place', true],
  [['orders:write'], 'orders:ship', true],
  [['orders:read', 'products:write'], 'orders:ship', false],
  [['orders:ship', 'orders:place'], 'orders:read', false],
])('%j includes %s: %s', (granted, required, expected) => {
  expect(includesScope(granted, required)).toBe(expected);
});

const store = await aStore();
const key = await aManagementKey(store.tenant.id, { scopes: ['products:read'] });

describe('a key without the scope', () => {
  test('gets 403 with the scope that it needs, before its body is read', async () => {
    const answer = await call('placeOrder', { as: key, body: '{"lines', headers: { 'Content-Type': 'text/plain' } });
    expect(answer).toMatchObject({ status: 403, code: 'insufficient_scope', body: { required: 'orders:write' } });
    expect(answer.body.description).toContain('orders:write');
    expect((await call('getProducts', { as: key })).status).toBe(200);
  });

  test.each([
    [['orders:write'], 'settings:write'],
    [['settings:write', 'orders:place', 'orders:ship'], 'orders:write'],
  ])('with %j cannot change a webhook, and is told that it lacks %s', async (scopes, required) => {
    const as = await aManagementKey(store.tenant.id, { scopes });
    const answer = await call('changeWebhook', { as, params: { name: 'confirm-order' }, body: { url: null } });
    const description = expect.stringContaining('the scopes `settings:write` and `orders:write`');
    expect(answer).toMatchObject({ status: 403, code: 'insufficient_scope', body: { required, description } });
  });

  test('gets 429 before 403 when its tenant is over the quota', async () => {
    process.env.QUOTAS = '{"plan1":0}';
    const answer = await call('getLegal', { as: key });
    delete process.env.QUOTAS;
    expect(answer).toMatchObject({ status: 429, code: 'rate_limited' });
  });
});

/** Every scope alone and all together; in a full run, every two and three as well. */
const scopeSets = Array.from({ length: 2 ** keyScopes.length - 1 }, (_, i) =>
  keyScopes.filter((_, bit) => ((i + 1) >> bit) & 1),
).filter(({ length }) => length <= (isFull ? 3 : 1) || length === keyScopes.length);

test('every operation allows exactly the keys that have its scope, and no platform key', async () => {
  const keys = new Map<readonly KeyScope[], string>();
  for (const scopes of scopeSets) keys.set(scopes, await aManagementKey(store.tenant.id, { scopes }));
  const differences: string[] = [];
  let cells = 0;
  for (const { id, path, ...needed } of management) {
    // An unknown parameter is rejected after the scope is checked, so no request has an effect.
    const request = { params: paramsOf(path), query: { unknown: 'rejected' } };
    for (const [scopes, as] of [...keys, [[], platform] as const]) {
      const expected = as === platform ? 401 : missingScope(scopes, needed) ? 403 : 400;
      const { status } = await call(id, { as, ...request });
      if (status !== expected) differences.push(`${id} with ${scopes}: ${status}, not ${expected}`);
      cells += 1;
    }
  }
  console.log(`${cells} cells of operations, scopes and keys`);
  expect(differences).toEqual([]);
});

const paramsOf = (path: string) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name as string, '-']));
