import { describe, expect, test } from '@jest/globals';
import { pathParameters } from '../../infra/smoke/pathParameters.ts';
import { isPaged } from '../../lib/api/route.ts';
import { routeOf, routes } from '../../lib/routes.ts';
import { aManagementKey, aTenant, platform } from '../support/actors.ts';
import { call, type Options } from '../support/call.ts';
import { keysOf, useFirst } from '../support/keys.ts';
import { anOrder, aProduct, update } from '../support/orders.ts';
import { create } from '../support/users.ts';
import { byLink, pages } from '../support/walk.ts';
import { aWebhookStore, deliverDue } from '../support/webhooks.ts';

/** Lists that the tests of all stores fill. Their own tests walk through them. */
const ofAllStores = ['getTenants', 'getAudit', 'getPlatformKeys'];
/** Pages of figures that have to be added up. */
const reports = ['getDailyReport', 'getOpenReport'];
const lists = routes
  .filter((route) => isPaged(route) && route.method === 'GET')
  .map(({ id }) => id)
  .filter((id) => !reports.includes(id));

/** One filter of each list that has filters. */
const filters: Record<string, Record<string, string>> = {
  getAudit: { operation: 'createTenant' },
  getDeliveries: { state: 'pending' },
  getOrders: { visible: 'true' },
  getOwnAudit: { operation: 'issueOwnKey' },
  getProducts: { archived: 'false' },
  getTenantUsers: { active: 'true' },
  getTenants: { country: 'DE' },
  getUsers: { active: 'true' },
};

type Listing = (id: string, query?: Record<string, string>) => Options;

/** A store with several entries in each list, and the options to read them. */
async function aFullStore(): Promise<Listing> {
  const store = await aWebhookStore();
  const { tenant, key } = store;
  await useFirst(tenant.id, key);
  const order = await anOrder(store);
  for (let i = 0; i < 5; i++) {
    await anOrder(store);
    await aProduct(store);
    await create(store);
    await aManagementKey(tenant.id);
    await update(store, order.number, { visible: i % 2 === 1 });
  }
  // A running service delivers in the background, which changes the deliveries.
  await deliverDue(store);
  const ids = { tenant: tenant.id, order: order.number, webhook: 'confirm-order' };
  return (id, query = {}) => {
    const { caller, path } = routeOf(id);
    return { as: caller === 'platform' ? platform : key, params: pathParameters(path, ids) ?? {}, query };
  };
}

const [mine, theirs] = [await aFullStore(), await aFullStore()];

const itemsIn = ({ payload }: Awaited<ReturnType<typeof call>>) => Object.values(payload)[0] as object[];

test('every filtered list is named here', () => {
  const filtered = lists.filter((id) =>
    Object.keys(routeOf(id).query?.shape ?? {}).some((name) => !/^(limit|cursor)$/.test(name)),
  );
  expect(filtered.sort()).toEqual(Object.keys(filters).sort());
});

describe.each(lists.filter((id) => !ofAllStores.includes(id)))('%s', (id) => {
  test.each(['1', '2', '3', '1000'])('in pages of %s contains each entry once, by cursor and by Link', async (limit) => {
    const whole = await call(id, mine(id));
    expect(whole).toMatchObject({ status: 200, payload: { next_cursor: null } });
    expect(itemsIn(whole).length).toBeGreaterThan(4);
    for (const follow of [undefined, byLink]) {
      const sizes = [];
      const items = [];
      for await (const page of pages(id, mine(id, { limit }), follow)) {
        sizes.push(itemsIn(page).length);
        items.push(...itemsIn(page));
      }
      expect(items).toEqual(itemsIn(whole));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(Number(limit));
    }
  });

  test('rejects the cursor of another store', async () => {
    const { next_cursor: cursor } = (await call(id, theirs(id, { limit: '1' }))).payload;
    expect(await call(id, mine(id, { cursor }))).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
  });
});

describe.each(lists.filter((id) => id !== 'getPlatformKeys'))('%s', (id) => {
  test('rejects a cursor that was altered, or belongs to another list', async () => {
    await aTenant();
    const { next_cursor: cursor } = (await call(id, mine(id, { limit: '1' }))).payload;
    const other = lists[(lists.indexOf(id) + 1) % lists.length] as string;
    const foreign = (await call(other, mine(other, { limit: '1' }))).payload.next_cursor;
    for (const wrong of [`${cursor}A`, `A${cursor}`, cursor.slice(1), cursor.split('.')[0], foreign, '.', 'ü%00\u0000']) {
      const answer = await call(id, mine(id, { cursor: wrong }));
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
    }
  });

  test.each(['0', '1001', '-1', '1.5', '1e2', ' 5', '٣'])('rejects a limit of %j', async (limit) => {
    expect(await call(id, mine(id, { limit }))).toMatchObject({ status: 400, body: { errors: [{ field: 'limit' }] } });
  });
});

test.each(Object.entries(filters))('%s rejects filters combined with a cursor, but accepts a limit', async (id, filter) => {
  const { next_cursor: cursor } = (await call(id, mine(id, { limit: '1' }))).payload;
  const [field] = Object.keys(filter);
  expect(await call(id, mine(id, { cursor, ...filter }))).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  expect((await call(id, mine(id, { cursor, limit: '1' }))).status).toBe(200);
});

test('a store sees the same keys as the platform', async () => {
  const { params } = mine('getKeys');
  expect(itemsIn(await call('getOwnKeys', mine('getOwnKeys')))).toEqual(await keysOf(params?.id as string));
});
