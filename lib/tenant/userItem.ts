import { type Action, createGeneratedAction, putAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import type { User } from './schema.ts';

export type UserItem = {
  json: string;
  /** Identifies the latest change. Missing in users that older versions stored. */
  mark?: string;
};

export const userKey = (id: string) => `USER#${id.slice(4)}`;

/** Users that older versions stored are active. */
export const withActive = (user: User): User => ({ ...user, active: user.active ?? true });

export const userOf = ({ json }: UserItem): User => withActive(JSON.parse(json));

export const createUserAction = (tenant: TenantId, user: User): Action =>
  createGeneratedAction(tenant, userKey(user.id), { json: JSON.stringify(user) });

/** Saves a user, even if its fields stay the same. Fails if the user was written since it was loaded. */
export const saveUserAction = (tenant: TenantId, { json, mark }: UserItem, user: User, writeId: string): Action =>
  putAction(
    tenant,
    userKey(user.id),
    { json: JSON.stringify(user), mark: writeId },
    {
      expression: `json = :json AND ${mark ? 'mark = :mark' : 'attribute_not_exists(mark)'}`,
      values: { ':json': json, ...(mark && { ':mark': mark }) },
    },
  );
