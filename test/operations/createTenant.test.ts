import { expect, test } from '@jest/globals';
import { aTenant, newTenant, owner, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { allPermissions } from '../support/users.ts';

const create = (given: object) => call('createTenant', { as: platform, body: newTenant(given) });

test('a new tenant is active with the standard store front and all permissions', async () => {
  const body = newTenant({ country: 'JP', timezone: 'Asia/Tokyo' });
  const { status, payload, headers } = await call('createTenant', { as: platform, body });
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(status).toBe(201);
  expect(headers.etag).toBe('"1"');
  expect(payload.tenant).toEqual({
    id: expect.stringMatching(/^ten_[0-9a-z]{26}$/),
    name: body.name,
    owner: {
      id: expect.stringMatching(/^usr_[0-9a-z]{26}$/),
      ...owner,
      created: moment,
      permissions: allPermissions(true),
      active: true,
    },
    country: 'JP',
    currency: 'JPY',
    timezone: 'Asia/Tokyo',
    store_host: null,
    forward_www: false,
    subscribed: 'active',
    suspended: false,
    front_end: 'standard',
    override_plan: null,
    permissions: allPermissions(true),
    created: moment,
    version: 1,
  });
});

test('a given currency replaces the currency of the country', async () => {
  expect(await create({ country: 'CH', currency: 'EUR' })).toMatchObject({ payload: { tenant: { currency: 'EUR' } } });
});

test('rejects a name that another tenant has and creates nothing', async () => {
  const tenant = await aTenant();
  expect(await create({ name: tenant.name, country: 'FR' })).toMatchObject({ status: 409, code: 'name_taken' });
  expect((await call('getTenant', { as: platform, params: { id: tenant.name } })).payload).toEqual({ tenant });
});
