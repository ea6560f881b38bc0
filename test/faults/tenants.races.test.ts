import type { Entry } from '../../lib/audit/schema.ts';
import { aStore, platform, type Store, uniqueName } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { keysOf } from '../support/keys.ts';
import { raceTable, type Send } from '../support/raceTable.ts';
import { allPermissions, create, update } from '../support/users.ts';
import { auditOf, walk } from '../support/walk.ts';

type Subject = Store & { user: string };

const begin = async (): Promise<Subject> => {
  const store = await aStore();
  return { ...store, user: (await create(store, { email: 'grace@example.com' })).payload.user.id };
};

const updateTenant =
  (by: 'id' | 'name', bodyOf: (subject: Subject) => object): Send<Subject> =>
  ({ tenant, ...others }) =>
    call('updateTenant', { as: platform, params: { id: tenant[by] }, body: bodyOf({ tenant, ...others }) });
const updateUser =
  (body: object): Send<Subject> =>
  (subject) =>
    update(subject, subject.user, body);

const requests: Record<string, Send<Subject>> = {
  'change the country': updateTenant('id', () => ({ country: 'AT' })),
  'change the time zone by name': updateTenant('name', () => ({ timezone: 'UTC' })),
  rename: updateTenant('id', () => ({ name: uniqueName() })),
  'hand over': updateTenant('name', ({ user }) => ({ owner: user })),
  'change the plan': ({ tenant }) =>
    call('setStorePlan', { as: platform, body: { tenant: tenant.name, override_plan: 'plan2' } }),
  'issue a key': ({ tenant }) => call('issueKey', { as: platform, params: { id: tenant.name } }),
  'change a first name': updateUser({ first_name: 'Alan' }),
  'change a last name': updateUser({ last_name: 'Turing' }),
  permit: updateUser({ permissions: allPermissions(true) }),
  deactivate: updateUser({ active: false }),
  'change the owner': (store) => update(store, store.tenant.owner.id, { phone: '+12125550199' }),
};

/** Entries of the same moment have no order of their own. */
const nameOf = ({ operation, after }: Pick<Entry, 'operation' | 'after'>) => `${operation} ${Object.keys(after)}`;

raceTable<Subject>({
  begin,
  mostReads: 3,
  stateOf: async ({ tenant, key }) => ({
    tenant: (await call('getTenant', { as: platform, params: { id: tenant.id } })).payload,
    users: await walk('getUsers', { as: key }),
    keys: (await keysOf(tenant.id)).length,
    entries: (await auditOf(tenant.id))
      .map(({ operation, before, after }) => ({ operation, before, after }))
      .sort((a, b) => nameOf(a).localeCompare(nameOf(b))),
  }),
  beginnings: [
    ['a tenant', [], requests],
    ['a user with all permissions', [requests.permit as Send<Subject>], requests],
  ],
});
