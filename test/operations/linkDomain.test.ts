import { expect, test } from '@jest/globals';
import { aTenant, platform, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { auditOf } from '../support/walk.ts';

const uniqueHost = () => `${uniqueName('host')}.example.com`;
const link = (tenant: string, host: string, forward_www?: boolean) =>
  call('linkDomain', { as: platform, body: { tenant, host, forward_www } });
const nameOfNew = async () => (await aTenant()).name;

test('links a host in lower case, and a repeat changes nothing', async () => {
  const [tenant, host] = [await aTenant(), uniqueHost()];
  const linked = { ...tenant, store_host: host, forward_www: true, version: 2 };
  for (const text of [host, host.toUpperCase(), host]) {
    const { status, payload } = await link(tenant.name, text, true);
    expect({ status, payload }).toEqual({ status: 200, payload: { tenant: linked } });
  }
  expect(await auditOf(tenant.id)).toHaveLength(2);
});

test('keeps forward_www if it is not given', async () => {
  const name = await nameOfNew();
  expect((await link(name, uniqueHost())).payload.tenant.forward_www).toBe(false);
  expect((await link(name, uniqueHost(), true)).payload.tenant.forward_www).toBe(true);
  expect((await link(name, uniqueHost())).payload.tenant.forward_www).toBe(true);
  expect((await link(name, uniqueHost(), false)).payload.tenant.forward_www).toBe(false);
});

test('a host belongs to one tenant at a time', async () => {
  const [first, second, host] = [await nameOfNew(), await aTenant(), uniqueHost()];
  await link(first, host);
  expect(await link(second.name, host)).toMatchObject({ status: 409, code: 'host_taken' });
  expect(await link(second.name, host.toUpperCase(), true)).toMatchObject({ status: 409, code: 'host_taken' });
  expect((await call('getTenant', { as: platform, params: { id: second.id } })).payload).toEqual({ tenant: second });
  expect(await auditOf(second.id)).toHaveLength(1);
});

test.each([null, ''])('%j unlinks the host and frees it with its www form', async (none) => {
  const [first, second, host] = [await aTenant(), await nameOfNew(), uniqueHost()];
  await link(first.name, host, true);
  const unlink = () => call('linkDomain', { as: platform, body: { tenant: first.name, host: none } });
  expect((await unlink()).payload.tenant).toEqual({ ...first, store_host: null, forward_www: true, version: 3 });
  expect((await unlink()).payload.tenant.version).toBe(3);
  expect(await auditOf(first.id)).toMatchObject([{ before: { store_host: host }, after: { store_host: null } }, {}, {}]);
  expect((await link(second, `www.${host}`)).status).toBe(200);
  expect((await link(second, host)).status).toBe(200);
});

test('converts a host to ASCII by IDNA and reserves every spelling', async () => {
  const [first, second, rest] = [await nameOfNew(), await nameOfNew(), `${uniqueName()}.рф`];
  const { store_host } = (await link(first, `Straße.${rest}`)).payload.tenant;
  expect(store_host).toMatch(/^xn--strae-oqa\.[a-z0-9.-]+\.xn--p1ai$/);
  for (const spelling of [store_host, `Straße。${rest}`]) {
    expect(await link(second, spelling)).toMatchObject({ code: 'host_taken' });
  }
});
