import { expect, test } from '@jest/globals';
import { aStore, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { interruptReads } from '../support/injectFault.ts';
import { allPermissions, create, get, update } from '../support/users.ts';

holdClocks();

const store = await aStore();

test('a change to a user keeps a concurrent change of another field', async () => {
  const { id } = (await create(store)).payload.user;
  await interruptReads(
    () => update(store, id, { first_name: 'Alan' }),
    () => update(store, id, { last_name: 'Turing' }),
  );
  const { payload } = await get(store, id);
  expect(payload.user).toMatchObject({ first_name: 'Alan', last_name: 'Turing' });
});

test('a change to the owner keeps a concurrent change to the tenant', async () => {
  const { id } = store.tenant;
  await interruptReads(
    () => update(store, store.tenant.owner.id, { first_name: 'Grace' }),
    () => call('updateTenant', { as: platform, params: { id }, body: { country: 'AT' } }),
  );
  const { payload } = await call('getOwnTenant', { as: store.key });
  expect(payload.tenant).toMatchObject({ country: 'AT', owner: { first_name: 'Grace' } });
});

const handOver = (owner: string) => call('updateTenant', { as: platform, params: { id: store.tenant.name }, body: { owner } });
const tenant = async () => (await call('getOwnTenant', { as: store.key })).payload.tenant;

test.each([
  ['has few permissions', {}],
  ['has all permissions already', { permissions: allPermissions(true) }],
])('a user who %s is deactivated first, or becomes the owner, but never both', async (_, given) => {
  const { id } = (await create(store, given)).payload.user;
  const deactivate = () => update(store, id, { active: false });
  const first = await interruptReads(deactivate, () => handOver(id));
  expect(first).toMatchObject({ status: 409, code: 'owner_required' });
  const other = (await create(store, given)).payload.user.id;
  const second = await interruptReads(
    () => handOver(other),
    async () => {},
    async () => {},
    () => update(store, other, { active: false }),
  );
  expect(second).toMatchObject({ status: 409, code: 'owner_inactive' });
  expect((await tenant()).owner.id).toBe(id);
});
