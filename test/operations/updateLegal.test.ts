import { beforeAll, describe, expect, test } from '@jest/globals';
import { aStore, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const get = async ({ key }: Store) => (await call('getLegal', { as: key })).payload.legal;
const update = ({ key }: Store, body: unknown) => call('updateLegal', { as: key, body });

const nothing = {
  company_name: null,
  legal_form: null,
  address: null,
  registration_number: null,
  vat_id: null,
  representative: null,
  email: null,
  phone: null,
  terms_url: null,
  privacy_url: null,
};
const nowhere = {
  name: null,
  company: null,
  line1: null,
  line2: null,
  city: null,
  region: null,
  postal_code: null,
  country: null,
  phone: null,
};
const everything = {
  company_name: 'Tee & Söhne',
  legal_form: 'GmbH',
  address: { ...nowhere, line1: 'Straße 1', city: 'Köln', postal_code: '50667', country: 'DE' },
  registration_number: 'HRB 12345',
  vat_id: 'DE123456789',
  representative: 'Ada Byron',
  email: 'legal@example.com',
  phone: '+4930123456',
  terms_url: 'https://shop.example.com/terms?lang=de#top',
  privacy_url: 'http://shop.example.com/privacy',
};

test('a new store has null in every field', async () => {
  const { status, payload } = await call('getLegal', { as: (await aStore()).key });
  expect({ status, payload }).toEqual({ status: 200, payload: { legal: nothing } });
});

test('all fields can be set at once', async () => {
  const fresh = await aStore();
  const { status, payload } = await update(fresh, everything);
  expect({ status, payload }).toEqual({ status: 200, payload: { legal: everything } });
  expect(await get(fresh)).toEqual(everything);
});

describe.each(Object.keys(nothing) as (keyof typeof nothing)[])('%s', (field) => {
  test('can be set and cleared without changing the others', async () => {
    const fresh = await aStore();
    expect((await update(fresh, { [field]: everything[field] })).payload.legal).toEqual({
      ...nothing,
      [field]: everything[field],
    });
    await update(fresh, everything);
    expect((await update(fresh, { [field]: null })).payload.legal).toEqual({ ...everything, [field]: null });
    expect(await get(fresh)).toEqual({ ...everything, [field]: null });
  });
});

test('an address is replaced as a whole', async () => {
  const fresh = await aStore();
  await update(fresh, everything);
  const { payload } = await update(fresh, { address: { city: 'Bonn', region: null } });
  expect(payload.legal.address).toEqual({ ...nowhere, city: 'Bonn' });
  expect((await update(fresh, { address: {} })).payload.legal.address).toEqual(nowhere);
});

test('concurrent changes of different fields and of the tenant are all kept', async () => {
  const fresh = await aStore();
  await Promise.all([
    ...Object.entries(everything).map(([field, value]) => update(fresh, { [field]: value })),
    call('updateTenant', { as: platform, params: { id: fresh.tenant.id }, body: { country: 'FR' } }),
  ]);
  expect(await get(fresh)).toEqual(everything);
  const { tenant } = (await call('getOwnTenant', { as: fresh.key })).payload;
  expect(tenant).toEqual({ ...fresh.tenant, country: 'FR', version: 2 });
});

test('tenants have separate legal details', async () => {
  const [mine, theirs] = [await aStore(), await aStore()];
  await update(mine, everything);
  expect(await get(theirs)).toEqual(nothing);
});

test.each<[unknown, string[]]>([
  [{}, ['body']],
  [{ company_name: ' ' }, ['company_name']],
  [{ company_name: 'x'.repeat(201) }, ['company_name']],
  [{ legal_form: 'G\u0000mbH' }, ['legal_form']],
  [{ registration_number: 12345 }, ['registration_number']],
  [{ vat_id: ['DE1'] }, ['vat_id']],
  [{ representative: true }, ['representative']],
  [{ email: 'nobody' }, ['email']],
  [{ phone: '030 123456' }, ['phone']],
  [{ terms_url: 'shop.example.com/terms' }, ['terms_url']],
  [{ terms_url: 'javascript:alert(1)' }, ['terms_url']],
  [{ privacy_url: 'ftp://example.com/' }, ['privacy_url']],
  [{ privacy_url: `https://example.com/${'x'.repeat(2048)}` }, ['privacy_url']],
  [{ address: 'Straße 1, Köln' }, ['address']],
  [{ address: { country: 'Germany' } }, ['address.country']],
  [{ address: { street: 'Straße 1', country: 'XX' } }, ['address.country', 'address.street']],
  [{ company: 'Tee' }, ['body', 'company']],
  [{ email: 'x', phone: 'y', fax: 'z' }, ['email', 'fax', 'phone']],
  [[], ['body']],
  ['null', ['body']],
])('rejects %j, lists every invalid field and stores nothing', async (body, fields) => {
  const answer = await update(store, body);
  expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(fields);
  expect(await get(store)).toEqual(nothing);
});

test('an empty string clears a field like null', async () => {
  const store = await aStore();
  await update(store, everything);
  await update(store, { company_name: '', address: { line1: '', city: 'Köln' } });
  expect(await get(store)).toMatchObject({ company_name: null, address: { line1: null, city: 'Köln' } });
});
