import { type Action, createGeneratedAction, putAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { storedSchema } from '../db/storedSchema.ts';
import type { User } from './schema.ts';

const userSchema = storedSchema<User>();

export type UserItem = {
  json: string;
  schema?: number;
  /** Identifies the latest change. Missing in users that older versions stored. */
  mark?: string;
};

export const userKey = (id: string) => `USER#${id.slice(4)}`;

export const userOf = ({ json, schema }: UserItem): User => userSchema.upgrade(JSON.parse(json), schema);

const stored = (user: User) => ({ json: JSON.stringify(user), schema: userSchema.version });

export const createUserAction = (tenant: TenantId, user: User): Action =>
  createGeneratedAction(tenant, userKey(user.id), stored(user));

/**
 * Saves a user, even if its fields stay the same. Fails if the user was written since it was loaded. Attributes that a newer
 * version stored are kept.
 */
export const saveUserAction = (tenant: TenantId, item: UserItem, user: User, writeId: string): Action =>
  putAction(
    tenant,
    userKey(user.id),
    { ...item, ...stored(user), mark: writeId },
    {
      expression: `json = :json AND ${item.mark ? 'mark = :mark' : 'attribute_not_exists(mark)'}`,
      values: { ':json': item.json, ...(item.mark && { ':mark': item.mark }) },
    },
  );
