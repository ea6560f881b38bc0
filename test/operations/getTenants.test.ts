import { expect, test } from '@jest/globals';
import type { Tenant } from '../../lib/tenant/schema.ts';
import { aTenant, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { byLink, pages, walk } from '../support/walk.ts';

type Query = Record<string, string>;
const list = (query: Query) => call('getTenants', { as: platform, query });

/** Reads pages until one contains a tenant older than all of these. The list also contains the tenants of other tests. */
async function walkPast(
  mine: Tenant[],
  query: Query,
  follow?: typeof byLink,
  betweenPages: () => Promise<unknown> = async () => {},
) {
  const oldest = mine.map(({ id }) => id).sort()[0] as string;
  const seen: Tenant[] = [];
  for await (const { payload } of pages('getTenants', { as: platform, query }, follow)) {
    expect(payload.tenants.length).toBeLessThanOrEqual(Number(query.limit ?? 1e6));
    seen.push(...payload.tenants);
    if (seen.some(({ id }) => id < oldest)) break;
    await betweenPages();
  }
  return seen;
}

const someTenants = async (count: number, given = {}) => {
  const made = [];
  for (let i = 0; i < count; i++) made.push(await aTenant(given));
  return made;
};
const idsOf = (tenants: Tenant[]) => tenants.map(({ id }) => id);

test('lists all tenants with their latest changes, newest first', async () => {
  const mine = await someTenants(3);
  const body = { tenant: mine[0]?.name, override_plan: 'plan3' };
  const { tenant } = (await call('setStorePlan', { as: platform, body })).payload;
  const { status, payload } = await list({});
  expect(status).toBe(200);
  const listed = payload.tenants.filter(({ id }: Tenant) => idsOf(mine).includes(id));
  expect(listed).toEqual([mine[2], mine[1], { ...mine[0], override_plan: 'plan3', version: 2 }]);
  expect(listed[2]).toEqual(tenant);
  const ids = idsOf(payload.tenants);
  expect(ids).toEqual(ids.toSorted().reverse());
});

test.each([
  ['cursors', undefined],
  ['Link headers', byLink],
])('paging by %s lists each tenant exactly once while tenants are added and changed', async (_, follow) => {
  const mine = await someTenants(7);
  const touch = async () => {
    await aTenant();
    const tenant = mine[Math.floor(Math.random() * 7)]?.id;
    await call('setStoreFront', { as: platform, body: { tenant, front_end: Math.random() < 0.5 ? 'flat' : 'standard' } });
  };
  const seen = await walkPast(mine, { limit: '2' }, follow, touch);
  const counted = idsOf(seen).filter((id) => idsOf(mine).includes(id));
  expect(counted).toEqual(idsOf(mine).reverse());
});

test('a page without a limit holds as much as fits and links to the next', async () => {
  await someTenants(2);
  const { payload, headers, body } = await list({});
  expect(payload.next_cursor === null || JSON.stringify(body).length > 3_000_000).toBe(true);
  expect(headers.link === undefined).toBe(payload.next_cursor === null);
  const { headers: first } = await list({ limit: '1' });
  expect(first.link).toMatch(/^<(?:\/live)?\/v1\/platform\/tenant\/?\?limit=1&cursor=[^>]+>; rel="next"$/);
});

test('a filter applies to every page', async () => {
  const [expired, french] = [await someTenants(3), await someTenants(3, { country: 'FR' })];
  for (const { id } of [...expired, ...french.slice(1)]) {
    await call('updateTenant', { as: platform, params: { id }, body: { subscribed: 'expired' } });
  }
  const both = await walkPast([...expired, ...french], { subscribed: 'expired', country: 'FR', limit: '1' });
  expect(both.every(({ subscribed, country }) => subscribed === 'expired' && country === 'FR')).toBe(true);
  const mine = idsOf([...expired, ...french]);
  expect(idsOf(both).filter((id) => mine.includes(id))).toEqual(idsOf(french.slice(1)).reverse());
  const country = await walkPast([...expired, ...french], { country: 'FR', limit: '2' });
  expect(idsOf(country).filter((id) => mine.includes(id))).toEqual(idsOf(french).reverse());
});

test('`q` finds the beginning of a name, or a whole host', async () => {
  const [first, second] = (await someTenants(2)) as [Tenant, Tenant];
  const host = `${first.name}.example.com`;
  await call('linkDomain', { as: platform, body: { tenant: first.name, host, forward_www: true } });
  const find = async (q: string) => idsOf((await walk('getTenants', { as: platform, query: { q } })) as Tenant[]);
  for (const q of [first.name, first.name.slice(0, -1), first.name.toUpperCase(), host, host.toUpperCase(), `www.${host}`]) {
    expect(await find(q)).toEqual([first.id]);
  }
  expect(await find(second.name)).toEqual([second.id]);
  for (const q of [host.slice(0, -1), first.name.slice(1), `${first.name}-x`]) expect(await find(q)).toEqual([]);
});
