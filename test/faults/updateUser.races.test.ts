import { beforeAll, expect, test } from '@jest/globals';
import { aStore, owner, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { interruptReads } from '../support/injectFault.ts';

holdClocks();

let store: Store;

beforeAll(async () => {
  store = await aStore();
});

const update = (id: string, body: object) => call('updateUser', { as: store.key, params: { id }, body });

test('a change to a user keeps a concurrent change of another field', async () => {
  const { id } = (await call('createUser', { as: store.key, body: { ...owner, email: 'alan@example.com' } })).payload.user;
  await interruptReads(
    () => update(id, { first_name: 'Alan' }),
    () => update(id, { last_name: 'Turing' }),
  );
  const { payload } = await call('getUser', { as: store.key, params: { id } });
  expect(payload.user).toMatchObject({ first_name: 'Alan', last_name: 'Turing' });
});

test('a change to the owner keeps a concurrent change to the tenant', async () => {
  const { id } = store.tenant;
  await interruptReads(
    () => update(store.tenant.owner.id, { first_name: 'Grace' }),
    () => call('updateTenant', { as: platform, params: { id }, body: { country: 'AT' } }),
  );
  const { payload } = await call('getOwnTenant', { as: store.key });
  expect(payload.tenant).toMatchObject({ country: 'AT', owner: { first_name: 'Grace' } });
});
