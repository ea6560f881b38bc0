import { expect, test } from '@jest/globals';
import { aStore, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';

const get = async ({ key }: Store) => (await call('getLegal', { as: key })).payload.legal;
const update = ({ key }: Store, body: unknown) => call('updateLegal', { as: key, body });

const lines = ['name', 'company', 'line1', 'line2', 'city', 'region', 'postal_code', 'country', 'phone'];
const nowhere = Object.fromEntries(lines.map((line) => [line, null]));
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

const nothing = Object.fromEntries(Object.keys(everything).map((field) => [field, null]));

test('a new store has null in every field', async () => {
  const { status, payload } = await call('getLegal', { as: (await aStore()).key });
  expect({ status, payload }).toEqual({ status: 200, payload: { legal: nothing } });
});

test.each(Object.entries(everything))('%s can be set and cleared without changing the others', async (field, value) => {
  const fresh = await aStore();
  expect((await update(fresh, { [field]: value })).payload.legal).toEqual({ ...nothing, [field]: value });
  expect((await update(fresh, everything)).payload.legal).toEqual(everything);
  expect((await update(fresh, { [field]: null })).payload.legal).toEqual({ ...everything, [field]: null });
  expect(await get(fresh)).toEqual({ ...everything, [field]: null });
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
