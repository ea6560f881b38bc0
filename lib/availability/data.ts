import type { TenantId } from '../db/key.ts';
import { retryOnConflict } from '../db/retry.ts';
import { set } from '../db/write.ts';
import { invalid } from '../errors.ts';
import { getTenantItem, type TenantItem } from '../tenant/data.ts';
import { availabilityOf, openingHoursOf } from './rules.ts';
import type { Availability, OpeningHours, Override } from './schema.ts';

type Asked = { available?: boolean | null | undefined; until?: string | null | undefined };

export async function getAvailability(tenant: TenantId, now: Date): Promise<Availability> {
  return availabilityOf(await getTenantItem(tenant), now);
}

/** Sets what overrides the automatic state; it may be asked for in the body or, as the same thing, in the query. */
export async function overrideAvailability(tenant: TenantId, query: Asked, body: Asked, now: Date): Promise<Availability> {
  for (const name of ['available', 'until'] as const) {
    if (query[name] !== undefined && body[name] !== undefined)
      throw invalid(name, 'is given both in the query and in the body');
  }
  const { available = query.available, until = query.until ?? null } = body;
  if (available === undefined) throw invalid('available', 'is required: true, false, or null for the automatic state');
  if (available === null && until !== null) throw invalid('until', 'has no meaning with the automatic state');
  const override: Override = available === null ? null : { available, until };
  return availabilityOf(await retryOnConflict(() => set<TenantItem>(tenant, 'TENANT', { override })), now);
}

export async function getOpeningHours(tenant: TenantId): Promise<OpeningHours | null> {
  return openingHoursOf(await getTenantItem(tenant));
}

export async function putOpeningHours(tenant: TenantId, opening_hours: OpeningHours | null): Promise<OpeningHours | null> {
  await retryOnConflict(() => set(tenant, 'TENANT', { opening_hours: JSON.stringify(opening_hours) }));
  return opening_hours;
}
