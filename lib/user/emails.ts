import { ApiError } from '../api/errors.ts';
import { type Action, deleteAction, putAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import type { ConditionFailed } from '../db/writeErrors.ts';
import { canonicalEmail } from '../values/email.ts';
import type { User } from './schema.ts';

type Holder = Pick<User, 'id' | 'email'>;

const emailKey = (email: string) => `EMAIL#${canonicalEmail(email)}`;

const freeOrHeldBy = ({ id }: Holder) => ({
  expression: 'attribute_not_exists(pk) OR holder = :holder',
  values: { ':holder': id },
});

/** Claims an e-mail address, in every spelling, for one user of a tenant. */
export const claimEmailAction = (tenant: TenantId, user: Holder): Action =>
  putAction(tenant, emailKey(user.email), { holder: user.id }, freeOrHeldBy(user));

/** Moves a user's claim to a new address. Must be part of the transaction that changes the address. */
export function moveEmailActions(tenant: TenantId, before: User, after: User): Record<string, Action> {
  const old = emailKey(before.email);
  if (old === emailKey(after.email)) return {};
  return { email: claimEmailAction(tenant, after), release: deleteAction(tenant, old) };
}

/** Turns a failed claim into a 409, unless the commit failed because of the request's own idempotency key. */
export function emailError(error: ConditionFailed, { email }: Holder): Error {
  if (error.failed.has('idempotency') || !error.failed.has('email')) return error;
  return new ApiError(
    'email_taken',
    `Another user of this tenant already has the e-mail address ${email}. Addresses are not case-sensitive. Use another address, or change that user's address first.`,
  );
}
