import { type Action, createGeneratedAction, putAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { storedSchema } from '../db/storedSchema.ts';
import type { User } from './schema.ts';

const userSchema = storedSchema<User>();

export type UserItem = {
  json: string;
  schema: number;
  /** Increases with every write. */
  revision: number;
};

export const userKey = (id: string) => `USER#${id.slice(4)}`;

export const userOf = ({ json, schema }: UserItem): User => userSchema.upgrade(JSON.parse(json), schema);

const itemOf = (user: User, revision: number) => ({ json: JSON.stringify(user), schema: userSchema.version, revision });

export const createUserAction = (tenant: TenantId, user: User): Action =>
  createGeneratedAction(tenant, userKey(user.id), itemOf(user, 1));

/**
 * Saves a user, even if its fields stay the same. Fails if the user was written since it was loaded. Attributes that a newer
 * version stored are kept.
 */
export const saveUserAction = (tenant: TenantId, item: UserItem, user: User): Action =>
  putAction(
    tenant,
    userKey(user.id),
    { ...item, ...itemOf(user, item.revision + 1) },
    { expression: 'revision = :loaded', values: { ':loaded': item.revision } },
  );
