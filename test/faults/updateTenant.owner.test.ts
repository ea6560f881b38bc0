import { beforeAll, expect, test } from '@jest/globals';
import { aStore, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { interruptReads } from '../support/injectFault.ts';
import { allPermissions, create, update } from '../support/users.ts';

holdClocks();

let store: Store;

beforeAll(async () => {
  store = await aStore();
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
