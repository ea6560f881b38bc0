import { type Store, uniqueName } from './actors.ts';
import { call } from './call.ts';

export const grace = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com', phone: '+12125550123' };

export const areas = ['analytics', 'appearance', 'customers', 'home', 'orders', 'products', 'settings'];
export const allPermissions = (allowed: boolean) => Object.fromEntries(areas.map((area) => [area, allowed]));

/** A person with a unique e-mail address. */
export const aPerson = (given: object = {}) => ({ ...grace, email: `${uniqueName('grace')}@example.com`, ...given });

export const create = ({ key }: Store, given: object = {}) => call('createUser', { as: key, body: aPerson(given) });
export const get = ({ key }: Store, id: string) => call('getUser', { as: key, params: { id } });
export const update = ({ key }: Store, id: string, body: object) => call('updateUser', { as: key, params: { id }, body });

/** Issues a staff key. Returns the whole response. */
export const issueStaffKey = (as: string, id: string, body: object = {}, headers: Record<string, string> = {}) =>
  call('issueStaffKey', { as, params: { id }, body, headers });

/** A new user with these permissions, and a staff key of theirs. */
export async function aStaffMember(store: Store, ...flags: string[]) {
  const permissions = Object.fromEntries(flags.map((flag) => [flag, true]));
  const { user } = (await create(store, { permissions })).payload;
  const { key, secret } = (await issueStaffKey(store.key, user.id)).payload;
  return { id: user.id as string, key: secret as string, key_id: key.id as string, scopes: key.scopes as string[] };
}
