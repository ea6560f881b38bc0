import { expect, test } from '@jest/globals';
import { aTenant, newTenant, owner, platform, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';

const create = (given: object) => call('createTenant', { as: platform, body: newTenant(given) });

const everything = {
  analytics: true,
  appearance: true,
  customers: true,
  home: true,
  orders: true,
  products: true,
  settings: true,
};

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
      permissions: everything,
      active: true,
    },
    country: 'JP',
    currency: 'JPY',
    timezone: 'Asia/Tokyo',
    store_host: null,
    forward_www: false,
    subscribed: 'active',
    front_end: 'standard',
    override_plan: null,
    permissions: everything,
    created: moment,
    version: 1,
  });
});

test('a new tenant can be read by id and by name immediately', async () => {
  const tenant = await aTenant();
  for (const id of [tenant.id, tenant.name]) {
    expect((await call('getTenant', { as: platform, params: { id } })).payload).toEqual({ tenant });
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

test('lists all missing and invalid fields at once', async () => {
  const { status, body } = await call('createTenant', { as: platform });
  expect(status).toBe(400);
  const fields = body.errors.map(({ field }: { field: string }) => field);
  expect(fields).toEqual(['name', 'country', 'timezone', 'owner']);
  const inside = await create({ owner: { email: 'x' }, nonsense: 1 });
  const named = inside.body.errors.map(({ field }: { field: string }) => field).sort();
  expect(named).toEqual(['nonsense', 'owner.email', 'owner.first_name', 'owner.last_name', 'owner.phone']);
});

test.each([
  ['name', 'a'],
  ['name', 'a'.repeat(64)],
  ['name', '-shop'],
  ['name', 'Shop'],
  ['name', 'my_shop'],
  ['name', 'my shop'],
  ['name', 'shop\n'],
  ['name', 'plan'],
  ['name', 'store-front'],
  ['name', 'domain-link'],
  ['name', 7],
  ['country', 'de'],
  ['country', 'XX'],
  ['country', 'UK'],
  ['country', 'DEU'],
  ['country', null],
  ['timezone', 'Berlin'],
  ['timezone', '+01:00'],
  ['timezone', 'europe/berlin'],
  ['timezone', 'Europe/Berlin '],
  ['timezone', 'Mars/Olympus_Mons'],
  ['timezone', ''],
  ['currency', 'eur'],
  ['currency', 'XXX'],
  ['permissions', {}],
  ['id', 'ten_0'],
  ['__proto__', { polluted: true }],
  ['constructor', {}],
])('rejects a tenant with %s %j', async (field, value) => {
  const body = JSON.stringify(newTenant({ name: 'x-gone' })).replace(
    /}$/,
    `,${JSON.stringify(field)}:${JSON.stringify(value)}}`,
  );
  const answer = await call('createTenant', { as: platform, body });
  expect(answer).toMatchObject({ status: 400, code: 'invalid_request', body: { errors: [{ field }] } });
});

test.each([
  ['email', 'ada'],
  ['email', 'ada@example'],
  ['email', 'ada@@example.com'],
  ['email', ' ada@example.com'],
  ['email', `${'a'.repeat(250)}@example.com`],
  ['phone', '015112345678'],
  ['phone', '+49 151 12345678'],
  ['phone', '+0151123456'],
  ['phone', '+4915112345678901'],
  ['first_name', ''],
  ['first_name', ' \t'],
  ['last_name', 'x'.repeat(201)],
  ['last_name', 'a\u0000b'],
  ['last_name', null],
  ['permissions', everything],
])('rejects an owner with %s %j', async (field, value) => {
  const body = { errors: [{ field: `owner.${field}` }] };
  expect(await create({ owner: { ...owner, [field]: value } })).toMatchObject({ status: 400, body });
});

test('rejects broken Unicode anywhere in the body', async () => {
  const { status, body } = await create({ owner: { ...owner, last_name: 'a\ud800b' } });
  expect([status, body.errors]).toEqual([400, [{ field: 'body', message: expect.stringContaining('invalid Unicode') }]]);
});

test.each([
  [{ name: uniqueName('a').slice(0, 8) }],
  [{ name: uniqueName('0').padEnd(63, '-') }],
  [{ timezone: 'UTC', country: 'AQ' }],
  [{ timezone: 'America/Argentina/Buenos_Aires' }],
  [{ timezone: 'Asia/Calcutta' }],
  [{ timezone: 'Etc/GMT+12' }],
  [{ owner: { ...owner, first_name: '李', last_name: 'O’Brien-Łukasz 👩‍💻' } }],
  [{ owner: { ...owner, last_name: '👩'.repeat(200) } }],
  [{ owner: { ...owner, email: 'first.last+tag@sub.example.co.uk', phone: '+12025550123' } }],
])('accepts a tenant with %j unchanged', async (given) => {
  expect(await create(given)).toMatchObject({ status: 201, payload: { tenant: given } });
});
