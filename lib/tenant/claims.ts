import { ApiError } from '../api/errors.ts';
import { type Action, claimAction, releaseAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import type { Tenant } from './schema.ts';

/** The writes that update a tenant's claims when the tenant changes. */
export type ClaimChange = (id: TenantId, before: Tenant, after: Tenant) => Record<string, Action>;

/** Claims what only the new state needs and releases what only the old one needed. */
export const claimsBetween: ClaimChange = (id, before, after) => {
  const [old, current] = [claimsOf(before), claimsOf(after)];
  const released = old.filter((claim) => !current.includes(claim));
  const added = current.filter((claim) => !old.includes(claim));
  return {
    ...Object.fromEntries(released.map((claim) => [`release ${claim}`, releaseAction(...parts(claim), id)])),
    ...claimActions(id, added),
  };
};

export const newTenantClaims = (id: TenantId, tenant: Tenant) => claimActions(id, claimsOf(tenant));

/** For a change that must not affect the tenant's claims. */
export const noClaims: ClaimChange = (_, before, after) => {
  if (claimsOf(before).join() !== claimsOf(after).join()) throw new Error('this change needs claimsBetween');
  return {};
};

const claimActions = (id: TenantId, claims: string[]): Record<string, Action> =>
  Object.fromEntries(claims.map((claim) => [claim, claimAction(...parts(claim), id)]));

/** A tenant's unique name and hosts. Each claim is also the name of its action in the transaction. */
const claimsOf = ({ name, store_host, forward_www }: Tenant) => [
  `NAME ${name}`,
  ...(store_host ? [`HOST ${store_host}`] : []),
  ...(store_host && forward_www ? [`HOST www.${store_host}`] : []),
];

const parts = (claim: string) => claim.split(' ') as ['NAME' | 'HOST', string];

/** Turns a failed claim into a 409, unless the tenant itself changed (then the write is retried). */
export function claimError(error: unknown): unknown {
  if (!(error instanceof ConditionFailed) || error.failed.has('tenant')) return error;
  const failed = [...error.failed].map(parts);
  const name = failed.find(([kind]) => kind === 'NAME')?.[1];
  if (name) return new ApiError('name_taken', `Another tenant has the name ${name}. Choose another name.`);
  const host = failed.find(([kind]) => kind === 'HOST')?.[1];
  return host
    ? new ApiError(
        'host_taken',
        `Another tenant uses ${host}. Choose another host, or link that tenant to a different host first.`,
      )
    : error;
}
