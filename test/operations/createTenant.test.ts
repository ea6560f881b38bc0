import { expect, test } from '@jest/globals';
import { aTenant, newTenant, owner, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { allPermissions } from '../support/users.ts';

const create = (given: object) => call('createTenant', { as: platform, body: newTenant(given) });

test('a new tenant is active with the standard store front and all permissions', async () => {
  const body = newTenant({ country: 'JP', timezone: 'Asia/Tokyo' });
  const { status, payload, headers } = await call('createTenant', { as: platform, body });
  expect([status, headers.etag]).toEqual([201, '"1"']);
  const { id, created } = payload.tenant;
  expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect([id, payload.tenant.owner.id]).toEqual(['ten', 'usr'].map((kind) => expect.stringMatching(`^${kind}_[0-9a-z]{26}$`)));
  const permissions = allPermissions(true);
  expect(payload.tenant).toEqual({
    ...{ ...body, id, currency: 'JPY', store_host: null, forward_www: false, permissions, created, version: 1 },
    ...{ subscribed: 'active', suspended: false, front_end: 'standard', override_plan: null },
    owner: { id: payload.tenant.owner.id, ...owner, created, permissions, active: true },
  });
  for (const by of [id, body.name]) {
    expect(await call('getTenant', { as: platform, params: { id: by } })).toMatchObject({ payload, headers: { etag: '"1"' } });
  }
});

test('a given currency replaces the currency of the country', async () => {
  expect(await create({ country: 'CH', currency: 'EUR' })).toMatchObject({ payload: { tenant: { currency: 'EUR' } } });
});

test('rejects a name that another tenant has and creates nothing', async () => {
  const tenant = await aTenant();
  expect(await create({ name: tenant.name, country: 'FR' })).toMatchObject({ status: 409, code: 'name_taken' });
  expect((await call('getTenant', { as: platform, params: { id: tenant.name } })).payload).toEqual({ tenant });
});
