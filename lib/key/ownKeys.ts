import type { Requester } from '../api/call.ts';
import { invalid, unauthorized } from '../api/errors.ts';
import { type IdempotencyKey, runOnce } from '../api/idempotency.ts';
import type { TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { saveKey } from './data.ts';
import type { NewKey } from './inputs.ts';
import { currentSecret } from './keySecrets.ts';
import { includesScope, insufficientScope } from './scopes.ts';
import { keySortKey, keyView, newKey, type StoredKey, scopesOf } from './storedKey.ts';
import { type Issued, replayIssue } from './tenantKeys.ts';

/** Issues a key for the caller's tenant. It cannot have more scopes or expire later than the issuing key. */
export async function issueOwnKey(
  tenant: TenantId,
  input: NewKey,
  by: Requester,
  now: Date,
  idempotency: IdempotencyKey | undefined,
) {
  const issuer = await find<StoredKey>(tenant, keySortKey(by.key));
  if (!issuer || issuer.revoked) throw unauthorized();
  const wanted = limitedTo(issuer, input);
  const { key, secret } = newKey(tenant, wanted, now, await currentSecret('management', now));
  return runOnce<Issued>(tenant, idempotency, {
    run: async (remember) => {
      await saveKey(tenant, key, by, now, {
        actions: { idempotency: remember(`${tenant} ${key.id}`) },
        errors: {},
      });
      return { key: keyView(key), secret };
    },
    replay: replayIssue,
  });
}

/** The scopes and expiry of the new key. They default to those of the issuing key. */
function limitedTo(issuer: StoredKey, { label, expires, scopes }: NewKey) {
  const own = scopesOf(issuer);
  const wanted = scopes ?? own;
  const lacking = wanted.find((scope) => !includesScope(own, scope));
  if (lacking) {
    throw insufficientScope(
      lacking,
      `Your key cannot issue a key with the scope ${lacking}, because it does not have that scope itself.`,
    );
  }
  if (expires && issuer.expires && expires > issuer.expires) {
    throw invalid('expires', `must not be after ${issuer.expires}, when your own key expires`);
  }
  return { label, expires: expires ?? issuer.expires, scopes: wanted };
}
