import { notFound } from '../api/errors.ts';
import { type Action, asLoaded, checkAction, createGeneratedAction, putAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { findMany, maxFound } from '../db/read.ts';
import { storedSchema } from '../db/storedSchema.ts';
import type { User } from './schema.ts';

const userSchema = storedSchema<User>();

export type UserItem = {
  json: string;
  schema: number;
  /** Increases with every write. */
  revision: number;
  /** The same as in `json`, for conditions. */
  active: boolean;
};

export const userKey = (id: string) => `USER#${id.slice(4)}`;

export const userOf = ({ json, schema }: UserItem): User => userSchema.upgrade(JSON.parse(json), schema);

const itemOf = (user: User, revision: number) => ({
  json: JSON.stringify(user),
  schema: userSchema.version,
  revision,
  active: user.active,
});

export const createUserAction = (tenant: TenantId, user: User): Action =>
  createGeneratedAction(tenant, userKey(user.id), itemOf(user, 1));

export const userNotFound = () => notFound('user with this ID in this store');

/** Users by their IDs. */
export async function findUsers(tenant: TenantId, ids: readonly string[]): Promise<Map<string, User>> {
  const users = new Map<string, User>();
  for (let i = 0; i < ids.length; i += maxFound) {
    const items = await findMany<UserItem>(tenant, ids.slice(i, i + maxFound).map(userKey));
    for (const user of [...items.values()].map(userOf)) users.set(user.id, user);
  }
  return users;
}

/** Fails unless the user is active. */
export const activeUserAction = (tenant: TenantId, id: string): Action =>
  checkAction(tenant, userKey(id), { expression: 'active = :true', values: { ':true': true } });

/**
 * Saves a user, even if its fields stay the same. Fails if the user was written since it was loaded. Attributes that a newer
 * version stored are kept.
 */
export const saveUserAction = (tenant: TenantId, item: UserItem, user: User): Action =>
  putAction(tenant, userKey(user.id), { ...item, ...itemOf(user, item.revision + 1) }, asLoaded(item));
