import type { Requester } from '../api/call.ts';
import { ApiError, type FieldError, invalidRequest, unauthorized } from '../api/errors.ts';
import type { TenantId } from '../db/key.ts';
import { findEach } from '../db/read.ts';
import type { User } from '../user/schema.ts';
import { type UserItem, userKey, userNotFound, userOf } from '../user/userItem.ts';
import { isId } from '../values/id.ts';
import type { NewStaffKey } from './inputs.ts';
import { type Issuing, issueOnce } from './issue.ts';
import { includesScope, insufficientScope, type KeyScope, scopesFrom } from './scopes.ts';
import { keySortKey, type StoredKey } from './storedKey.ts';

export const usualLifeMs = 12 * 3600_000;

type Request = Issuing & { by: Requester; scopes: readonly KeyScope[] };

/** Issues a key for one user. It can never have more scopes than the issuing key has now. */
export async function issueStaffKey(tenant: TenantId, id: string, input: NewStaffKey, request: Request) {
  const { by, scopes, now } = request;
  const { issuer, user } = await findIssuerAndUser(tenant, by.key, id);
  mustIncludeScopesOf(scopes, user);
  return issueOnce(tenant, request, async () => {
    const errors = [...lateExpiry(input, issuer), ...scopesNotGiven(input, user)];
    if (errors.length > 0) throw invalidRequest(errors);
    if (!user.active) throw userInactive(user);
    const wanted = {
      label: input.label,
      expires: input.expires ?? usualExpiry(issuer, now),
      latest_expiry: latestExpiryOf(issuer),
      scopes: input.scopes ?? scopes,
      user: id,
    };
    return { tenant, wanted, user };
  });
}

async function findIssuerAndUser(tenant: TenantId, key: string, id: string) {
  if (!isId('usr', id)) throw userNotFound();
  const [issuer, user] = await findEach<[StoredKey, UserItem]>(tenant, keySortKey(key), userKey(id));
  if (!issuer || issuer.revoked) throw unauthorized();
  if (!user) throw userNotFound();
  return { issuer, user: userOf(user) };
}

function mustIncludeScopesOf(own: readonly KeyScope[], { id, permissions }: User): void {
  const lacking = scopesFrom(permissions).find((scope) => !includesScope(own, scope));
  if (!lacking) return;
  throw insufficientScope(
    lacking,
    `The permissions of ${id} include the scope ${lacking}, which your key lacks. Use a key that has it.`,
  );
}

const userInactive = ({ id }: User) => new ApiError('user_inactive', `The user ${id} is inactive. Activate the user first.`);

function scopesNotGiven({ scopes }: NewStaffKey, { id, permissions }: User): FieldError[] {
  const given = scopesFrom(permissions);
  const lacking = (scopes ?? []).filter((scope) => !includesScope(given, scope)).join(' or ');
  const message = `the permissions of ${id} do not give ${lacking}; leave it out, or change the permissions`;
  return lacking ? [{ field: 'scopes', message }] : [];
}

/**
 * A staff key ends with its user's access, and can outlive the staff key that issued it. Any other key cannot be outlived, not
 * even through the staff keys that it issued.
 */
const latestExpiryOf = ({ user, expires, latest_expiry }: StoredKey) => (user ? latest_expiry : (expires ?? undefined));

function lateExpiry({ expires }: NewStaffKey, issuer: StoredKey): FieldError[] {
  const latest = latestExpiryOf(issuer);
  if (!expires || !latest || expires <= latest) return [];
  const reason = issuer.user
    ? 'when the key that issued yours, directly or through other staff keys, expires'
    : 'when your own key expires';
  return [{ field: 'expires', message: `must not be after ${latest}, ${reason}` }];
}

function usualExpiry(issuer: StoredKey, now: Date): string {
  const latest = latestExpiryOf(issuer);
  const usual = new Date(now.getTime() + usualLifeMs).toISOString();
  return latest && latest < usual ? latest : usual;
}
