import { expect, test } from '@jest/globals';
import { routeOf } from '../../lib/routes.ts';
import { aStore, aTenant, owner, platform, uniqueName } from '../support/actors.ts';
import { call, type Options } from '../support/call.ts';
import { anOrder, keyed, newProduct } from '../support/orders.ts';
import { aPerson } from '../support/users.ts';
import { auditOf } from '../support/walk.ts';

const store = await aStore();
const { tenant } = store;
const { id } = tenant;

type Payload = Awaited<ReturnType<typeof call>>['payload'];

/** Sends a request, and checks that it adds one entry with these fields, or none. Returns its payload. */
async function mustAdd(operation: string, options: Options, before?: object, after?: object | ((payload: Payload) => object)) {
  const earlier = (await auditOf(id)).length;
  const as = routeOf(operation).caller === 'platform' ? platform : store.key;
  const { payload, headers } = await call(operation, { as, ...options, headers: { 'X-Actor': 'usr-7', ...options.headers } });
  const added = (await auditOf(id))
    .slice(0, -earlier)
    .map(({ operation, before, after, actor, request_id }) => ({ operation, before, after, actor, request_id }));
  const request = { actor: 'usr-7', request_id: headers['x-request-id'] };
  const entry = { operation, before, after: typeof after === 'function' ? after(payload) : after, ...request };
  expect([operation, options, added]).toEqual([operation, options, before ? [entry] : []]);
  return payload;
}

async function mustAddNothing(requests: [operation: string, options: Options][]) {
  for (const [operation, options] of requests) await mustAdd(operation, options);
}

test('the first entry of a tenant has its fields', async () => {
  const { version: _, created, permissions, ...fields } = tenant;
  const first = { ...owner, id: fields.owner.id, created, permissions, active: true };
  const after = expect.objectContaining({ ...fields, created, permissions, owner: first });
  expect((await auditOf(id)).at(-1)).toMatchObject({ operation: 'createTenant', before: {}, after });
});

test('each change of the platform adds one entry with only the changed fields', async () => {
  const { name, permissions } = tenant;
  const [host, renamed, params] = [`${name}.example.com`, uniqueName(), { id }];
  const { key } = await mustAdd('issueKey', { params, body: { label: 'till' } }, {}, (payload) => payload.key);
  const after = { name: renamed, permissions: { ...permissions, home: false } };
  const body = { name: renamed, permissions: { home: false } };
  await mustAdd('updateTenant', { params, body }, { name, permissions }, after);
  const settings = {
    setStoreFront: ['front_end', 'flat'],
    setStorePlan: ['override_plan', 'plan1'],
    linkDomain: ['host', host],
  };
  for (const [operation, [field = '', value]] of Object.entries(settings)) {
    const stored = field === 'host' ? 'store_host' : field;
    const former = tenant[stored as 'front_end' | 'override_plan' | 'store_host'];
    await mustAdd(operation, { body: { tenant: renamed, [field]: value } }, { [stored]: former }, { [stored]: value });
  }
  await mustAdd('revokeKey', { params: { id, key_id: key.id } }, key, {});
});

test('no-ops, rejections, reads and replays of the platform add no entry', async () => {
  const { name, country } = (await call('getTenant', { as: platform, params: { id } })).payload.tenant;
  const [params, headers, taken] = [{ id }, keyed(uniqueName('key')), (await aTenant()).name];
  await call('issueKey', { as: platform, params, headers });
  await mustAddNothing([
    ['issueKey', { params, headers }],
    ['updateTenant', { params, body: { name, country } }],
    ['updateTenant', { params, body: { name: taken, country: 'FR' } }],
    ['updateTenant', { params, body: { country: 'xx' } }],
    ['updateTenant', { params, body: { country: 'FR' }, as: undefined }],
    ['setStorePlan', { body: { tenant: name, override_plan: 'plan1' } }],
    ['setStoreFront', { body: { tenant: name, front_end: 'round' } }],
    ['linkDomain', { body: { tenant: name, host: 'localhost' } }],
    ['getTenant', { params }],
    ['revokeKey', { params: { id, key_id: 'key_0' } }],
  ]);
});

test('each change to a product or its stock adds one entry, with the SKU, the changed fields and the reason', async () => {
  const [sku, tea] = [uniqueName('sku'), { name: 'Tea', price: 10, stock: 5 }];
  const of = (body: object, headers = {}): Options => ({ params: { sku }, body, headers });
  const stock = (available: number) => ({ sku, stock: { available, reserved: 2 } });
  const created = { sku, name: 'Tea', price: 10, ...newProduct, stock: { available: 5, reserved: 0 } };
  await mustAdd('putProduct', of(tea), {}, created);
  const heavier = { price: 12, weight: 100 };
  await mustAdd('putProduct', of({ ...tea, ...heavier }), { sku, price: 10, weight: null }, { sku, ...heavier });
  await mustAdd('updateProduct', of({ name: 'Mate', price: 12 }), { sku, name: 'Tea' }, { sku, name: 'Mate' });
  await anOrder(store, { lines: [{ sku, quantity: 2 }] });
  await mustAdd('adjustStock', of({ adjust: 4 }, keyed('once')), stock(3), stock(7));
  const reason = 'broken';
  await mustAdd('adjustStock', of({ counted: 3, reason }), stock(7), { ...stock(1), reason });
  await mustAddNothing([
    ['adjustStock', of({ adjust: 4 }, keyed('once'))],
    ['adjustStock', of({ adjust: 0 })],
    ['adjustStock', of({ counted: 3, reason: 'as expected' })],
    ['adjustStock', of({ adjust: -100 })],
    ['putProduct', of({ ...tea, ...heavier, name: 'Mate', stock: 1 })],
    ['putProduct', of({ ...tea, price: -1 })],
    ['updateProduct', of({ name: 'Mate', ...heavier, archived: false })],
    ['updateProduct', of({ price: 0.001 })],
    ['updateProduct', { params: { sku: 'OTHER' }, body: { price: 1 } }],
    ['placeOrder', { body: { lines: [{ sku, quantity: 1 }] } }],
  ]);
  await mustAdd('updateProduct', of({ archived: true }), { sku, archived: false }, { sku, archived: true });
});

test('each change to a user, and each new staff key, adds one entry with only the changed fields', async () => {
  const { user } = await mustAdd('createUser', { body: aPerson() }, {}, (payload) => payload.user);
  const [params, email, unique] = [{ id: user.id }, user.email, `new-${user.email}`];
  const [active, inactive] = [true, false].map((active) => ({ id: user.id, active }));
  await mustAdd('updateUser', { params, body: { active: false, first_name: user.first_name } }, active, inactive);
  await mustAddNothing([
    ['updateUser', { params, body: { active: false } }],
    ['updateUser', { params, body: { email: owner.email } }],
  ]);
  const scopes = ['orders:read'];
  await mustAdd('issueStaffKey', { params: { id: tenant.owner.id }, body: { scopes } }, {}, (payload) => payload.key);
  await mustAdd('updateUser', { params, body: { email: unique } }, { id: user.id, email }, { id: user.id, email: unique });
});

const legal = { company_name: 'Tea House GmbH', email: 'legal@example.com' };
const hours = { days: { mon: [{ from: '09:00', to: '18:00' }] } };
const [name, url] = ['confirm-order', 'https://shop.example.com/hooks'];

/** A change of each kind of setting, with the fields of its entry. */
const settings: [operation: string, options: Options, before: object, after: object][] = [
  ['updateLegal', { body: legal }, { company_name: null, email: null }, legal],
  ['putOpeningHours', { body: hours }, { opening_hours: null }, { opening_hours: hours }],
  ['overrideAvailability', { body: { available: false } }, { override: null }, { override: { available: false, until: null } }],
  [
    'changeWebhook',
    { params: { name }, body: { url } },
    { name, url: null, secret_last_four: null },
    { name, url, secret_last_four: expect.stringMatching(/^.{4}$/) },
  ],
];

test.each(settings)('%s adds one entry with the changes, and none when repeated', async (operation, options, before, after) => {
  await mustAdd(operation, options, before, after);
  await mustAddNothing([[operation, options]]);
});

test('concurrent changes to different settings all take effect, each with its own entry', async () => {
  const { key: as, tenant } = await aStore();
  const answers = await Promise.all(settings.map(([id, options]) => call(id, { as, ...options })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await call('getLegal', { as })).payload.legal).toMatchObject(legal);
  expect((await call('getOpeningHours', { as })).payload.opening_hours).toEqual(hours);
  const operations = ['createTenant', 'issueKey', ...settings.map(([id]) => id)];
  expect((await auditOf(tenant.id)).map(({ operation }) => operation).sort()).toEqual(operations.sort());
});

test('each change to a follower adds one entry without a secret', async () => {
  const [name, url, from] = ['order-changed-erp', 'https://shop.example.com/changes', '2026-01-01T00:00:00.000Z'];
  const none = { name, url: null, secret_last_four: null };
  const set = { name, url, secret_last_four: expect.stringMatching(/^.{4}$/) };
  await mustAdd('changeWebhook', { params: { name }, body: { url } }, none, set);
  await mustAdd('changeWebhook', { params: { name }, body: { from } }, { name }, { name, from });
  await mustAdd('changeWebhook', { params: { name }, body: { url: null } }, set, none);
});

test('a bulk redelivery adds one entry, unless it is rejected', async () => {
  const [params, since] = [{ name: 'confirm-order' }, '2026-01-01T00:00:00.000Z'];
  const body = { state: 'failed', since: '2026-01-01T01:00:00+01:00' };
  await mustAdd('redeliverAll', { params, body }, {}, { state: 'failed', since });
  await mustAddNothing([['redeliverAll', { params, body: { state: 'failed', cursor: 'x' } }]]);
});
