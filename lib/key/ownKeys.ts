import type { Requester } from '../api/call.ts';
import { invalid, unauthorized } from '../api/errors.ts';
import type { TenantId } from '../db/key.ts';
import { find, findEach } from '../db/read.ts';
import { type TenantItem, tenantOf } from '../tenant/tenantItem.ts';
import { type UserItem, userKey, userOf } from '../user/userItem.ts';
import type { NewKey } from './inputs.ts';
import { type Issuing, issueOnce } from './issue.ts';
import { includesScope, insufficientScope } from './scopes.ts';
import { keySortKey, keyView, type StoredKey, scopesOf } from './storedKey.ts';

/** Issues a key for the caller's tenant. It cannot have more scopes or expire later than the issuing key. */
export async function issueOwnKey(tenant: TenantId, input: NewKey, request: Issuing & { by: Requester }) {
  const issuer = await find<StoredKey>(tenant, keySortKey(request.by.key));
  if (!issuer || issuer.revoked) throw unauthorized();
  if (issuer.user) throw onlyStaffKeys();
  const wanted = limitedTo(issuer, input);
  return issueOnce(tenant, request, async () => ({ tenant, wanted }));
}

/** The caller's key, its user and its tenant. */
export async function getOwnKey(tenant: TenantId, { key: id, user: userId }: Requester) {
  const sks = ['TENANT', keySortKey(id), userId === null ? undefined : userKey(userId)] as const;
  const [account, key, item] = await findEach<[TenantItem, StoredKey, UserItem]>(tenant, ...sks);
  // The tenant is being deleted.
  if (!account || !key) throw unauthorized();
  const user = item && userOf(item);
  const { name, currency, timezone } = tenantOf(account);
  return { key: keyView(key, user), user: user ?? null, tenant: { id: tenant, name, currency, timezone } };
}

/** Otherwise deactivating a user would not end everything that the user can do. */
const onlyStaffKeys = () =>
  insufficientScope(
    'settings:write',
    'A staff key issues only staff keys, with POST /v1/management/user/{id}/key/. Only a key that belongs to no user can issue other keys.',
  );

/** The scopes and expiry of the new key. They default to those of the issuing key. */
function limitedTo(issuer: StoredKey, { label, expires, scopes }: NewKey) {
  const own = scopesOf(issuer);
  const wanted = scopes ?? own;
  const lacking = wanted.find((scope) => !includesScope(own, scope));
  if (lacking) {
    throw insufficientScope(
      lacking,
      `Your key cannot issue a key with the scope ${lacking}, because it does not have that scope itself. Leave the scope out, or use a key that has it.`,
    );
  }
  if (expires && issuer.expires && expires > issuer.expires) {
    throw invalid('expires', `must not be after ${issuer.expires}, when your own key expires`);
  }
  return { label, expires: expires ?? issuer.expires, scopes: wanted };
}
