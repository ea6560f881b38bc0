import { type Action, claimAction, releaseAction } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { ConditionFailed } from '../db/writeErrors.ts';
import { ApiError } from '../errors.ts';
import type { Tenant } from './schema.ts';

/** What a change of a tenant claims and frees. */
export type Claiming = (id: TenantId, before: Tenant | undefined, after: Tenant) => Record<string, Action>;

/** Takes what the tenant's new state claims and frees what only the former one did. */
export const claimsBetween: Claiming = (id, before, after) => {
  const [had, has] = [before ? claimsOf(before) : [], claimsOf(after)];
  const freed = had.filter((text) => !has.includes(text)).map((text) => [`free ${text}`, releaseAction(...parts(text), id)]);
  return {
    ...Object.fromEntries(freed),
    ...claimsFor(
      id,
      has.filter((text) => !had.includes(text)),
    ),
  };
};

/** What a new tenant claims. */
export const firstClaims = (id: TenantId, tenant: Tenant) => claimsFor(id, claimsOf(tenant));

/** A change of what no tenant has for itself alone. */
export const noClaims: Claiming = (_, before, after) => {
  if (before && claimsOf(before).join() !== claimsOf(after).join()) throw new Error('a claim would change, and is not made');
  return {};
};

const claimsFor = (id: TenantId, texts: string[]): Record<string, Action> =>
  Object.fromEntries(texts.map((text) => [text, claimAction(...parts(text), id)]));

const claimsOf = ({ name, store_host, forward_www }: Tenant) => [
  `NAME ${name}`,
  ...(store_host ? [`HOST ${store_host}`] : []),
  ...(store_host && forward_www ? [`HOST www.${store_host}`] : []),
];

const parts = (text: string) => text.split(' ') as ['NAME' | 'HOST', string];

/** A claim that failed is another's, but only if the tenant itself is still as it was loaded. */
export function taken(error: unknown): never {
  const failed = error instanceof ConditionFailed ? [...error.failed] : [];
  if (failed.includes('tenant')) throw error;
  if (failed.some((action) => action.startsWith('NAME'))) {
    throw new ApiError('name_taken', 'Another tenant has this name. Choose another.');
  }
  const host = failed.find((action) => action.startsWith('HOST'))?.slice(5);
  if (host) throw new ApiError('host_taken', `${host} is linked to another tenant. It must be unlinked there first.`);
  throw error;
}
