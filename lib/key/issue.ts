import type { Author } from '../api/call.ts';
import { ApiError, notFound, unauthorized } from '../api/errors.ts';
import { type IdempotencyKey, runOnce } from '../api/idempotency.ts';
import { auditAction } from '../audit/entry.ts';
import { type Action, createGeneratedAction } from '../db/action.ts';
import type { Partition, TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import { retryWithKeyCheck } from '../db/retry.ts';
import { tryCommit } from '../db/write.ts';
import type { ConditionFailed } from '../db/writeErrors.ts';
import type { User } from '../user/schema.ts';
import { timeId } from '../values/id.ts';
import { currentSecret } from './checksumSecrets.ts';
import { callerActions, hasActiveKeys, viewKey } from './data.ts';
import { maxActiveKeys } from './inputs.ts';
import type { Key } from './schema.ts';
import { keySortKey, keyView, newKey, type StoredKey, type WantedKey } from './storedKey.ts';

export type Issuing = { by: Author; now: Date; idempotency: IdempotencyKey | undefined };

type Issued = { key: Key; secret: string | null };

/** A key to issue: whose it is, what it may do, and the tenant's name for the audit log if the caller's key does not bring it. */
type Decided = {
  tenant: TenantId;
  wanted: WantedKey;
  user?: User;
  tenantName?: string;
  /** An action to commit with the key, and the error to throw if its condition fails. */
  check?: { action: Action; error: () => ApiError };
};

/** Issues the key that `decide` describes, once per idempotency key, and saves it with its audit entry. */
export const issueOnce = (partition: Partition, { by, now, idempotency }: Issuing, decide: () => Promise<Decided>) =>
  runOnce<Issued>(partition, idempotency, {
    run: async (remember) => {
      const { tenant, wanted, user, tenantName = by.tenant_name, check } = await decide();
      const { key, secret } = newKey(tenant, wanted, now, await currentSecret(by.caller, now));
      const view = keyView(key, user);
      const author = { ...by, tenant_name: tenantName };
      const actions = {
        idempotency: remember(`${tenant} ${key.id}`),
        tenant: check?.action,
        caller: callerActions(by, tenant),
        key: createGeneratedAction(tenant, keySortKey(key.id), key),
        audit: auditAction(timeId(now), tenant, author, now, { before: {}, after: view }),
      };
      const errorOf = (error: ConditionFailed) => {
        if (error.failed.has('caller')) return unauthorized();
        return check && error.failed.has('tenant') ? check.error() : error;
      };
      // A store that has used up the limit cannot lock the platform out.
      if (by.caller === 'management' && !key.user) await mustHaveRoom(tenant, now);
      await retryWithKeyCheck(() => tryCommit(actions, errorOf)).catch(async (error) => {
        // The write may have succeeded, and the secret cannot be shown later.
        const isUnknown = error instanceof ApiError && error.code === 'temporarily_unavailable';
        if (!isUnknown || !(await find<StoredKey>(tenant, keySortKey(key.id)))) throw error;
      });
      return { key: view, secret };
    },
    replay: replayIssue,
  });

/** Concurrent requests can exceed the limit by a few, because it is checked before the write. */
async function mustHaveRoom(tenant: TenantId, now: Date): Promise<void> {
  if (!(await hasActiveKeys(tenant, now, (key) => !key.user, maxActiveKeys))) return;
  const message = `This tenant has reached the limit of ${maxActiveKeys} active keys, not counting staff keys. Revoke some that are no longer used. Revoking staff keys does not help.`;
  throw new ApiError('too_many_keys', message, { max: maxActiveKeys });
}

/** Returns the key that an earlier request issued. Its secret was shown only then. */
async function replayIssue(outcome: string): Promise<Issued> {
  const [tenant, id] = outcome.split(' ') as [TenantId, string];
  const key = await find<StoredKey>(tenant, keySortKey(id));
  if (!key)
    throw notFound(
      'longer a key from this request: it expired more than 30 days ago and was deleted. To issue another, use a new Idempotency-Key',
    );
  return { key: await viewKey(tenant, key), secret: null };
}
