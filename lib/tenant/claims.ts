import { ApiError } from '../api/errors.ts';
import { type Action, claimAction, releaseAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import type { ConditionFailed } from '../db/writeErrors.ts';
import type { Tenant } from './schema.ts';

type ClaimActions = { name: Action[]; host: Action[]; released: Action[] };

/**
 * Claims what only the new state needs, and releases what only the old one needed. A new tenant has no state before, and a deleted
 * one has none after.
 */
export function claimActions(id: TenantId, before: Tenant | undefined, after: Tenant | undefined): ClaimActions {
  const [old, current] = [before, after].map((state) => (state ? claimsOf(state) : [])) as [Claim[], Claim[]];
  const released = old.filter((claim) => !isIn(current, claim));
  const added = (wanted: Claim['kind']) => current.filter((claim) => claim.kind === wanted && !isIn(old, claim));
  return {
    name: added('NAME').map(({ kind, value }) => claimAction(kind, value, id)),
    host: added('HOST').map(({ kind, value }) => claimAction(kind, value, id)),
    released: released.map(({ kind, value }) => releaseAction(kind, value, id)),
  };
}

type Claim = { kind: 'NAME' | 'HOST'; value: string };

/** A tenant's unique name and hosts. */
const claimsOf = ({ name, store_host, forward_www }: Tenant): Claim[] => [
  { kind: 'NAME', value: name },
  ...(store_host ? [{ kind: 'HOST', value: store_host } as const] : []),
  ...(store_host && forward_www ? [{ kind: 'HOST', value: `www.${store_host}` } as const] : []),
];

const isIn = (claims: Claim[], { kind, value }: Claim) => claims.some((claim) => claim.kind === kind && claim.value === value);

/** Turns a failed claim into a 409, unless the tenant itself changed (then the write is retried). */
export function claimError(error: ConditionFailed): Error {
  if (error.failed.has('tenant')) return error;
  const { name: [name] = [], host: [host] = [] } = error.subjects;
  if (name) return new ApiError('name_taken', `Another tenant has the name ${name}. Choose another name.`);
  return host
    ? new ApiError(
        'host_taken',
        `Another tenant uses ${host}. Choose another host, or link that tenant to a different host first.`,
      )
    : error;
}
