import type { Author } from '../api/call.ts';
import { invalid, invalidRequest } from '../api/errors.ts';
import type { TenantId } from '../db/key.ts';
import { changeSettings } from '../tenant/changeSettings.ts';
import { getTenantItem } from '../tenant/data.ts';
import { type TenantItem, tenantOf } from '../tenant/tenantItem.ts';
import type { OpeningHours, OverrideInput } from './inputs.ts';
import { availabilityOf, type Override } from './rules.ts';
import type { Availability } from './schema.ts';

/** The tenant's item also holds its override and, as JSON, its opening hours, so one read is enough. */
type Item = TenantItem & { override?: Override; opening_hours?: string };

export const getAvailability = async (tenant: TenantId, now: Date) => itemAvailability(await getTenantItem(tenant), now);

export function itemAvailability(item: TenantItem, now: Date): Availability {
  const { override = null } = item as Item;
  const { subscribed, timezone } = tenantOf(item);
  return availabilityOf({ subscribed, timezone, override, openingHours: openingHoursOf(item) }, now);
}

/** A null `until` means that it was not sent. */
const sent = ({ available, until }: OverrideInput) => ({ available, until: until ?? undefined });

/** Sets the override. Each field can be sent in the query, in the body, or with the same value in both. */
export async function overrideAvailability(
  tenant: TenantId,
  query: OverrideInput,
  body: OverrideInput,
  by: Author,
  now: Date,
): Promise<Availability> {
  const [inQuery, inBody] = [sent(query), sent(body)];
  const differing = (['available', 'until'] as const).filter(
    (name) => inQuery[name] !== undefined && inBody[name] !== undefined && inQuery[name] !== inBody[name],
  );
  const message = 'has different values in the query and in the body; send it in one of them';
  if (differing.length > 0) throw invalidRequest(differing.map((field) => ({ field, message })));
  const { available = inQuery.available, until = inQuery.until ?? null } = inBody;
  if (available === undefined) throw invalid('available', 'is required: true, false, or null to remove the override');
  if (available === null && until !== null) throw invalid('until', 'requires `available` to be true or false');
  const override: Override = available === null ? null : { available, until };
  // DynamoDB returns the fields of a map in any order.
  const viewOf = ({ override: set }: Item) => ({ override: set ? { available: set.available, until: set.until } : null });
  return itemAvailability(await changeSettings(tenant, { by, now, values: { override }, viewOf }), now);
}

export async function getOpeningHours(tenant: TenantId): Promise<OpeningHours | null> {
  return openingHoursOf(await getTenantItem(tenant));
}

function openingHoursOf(item: TenantItem): OpeningHours | null {
  const { opening_hours } = item as Item;
  return opening_hours ? JSON.parse(opening_hours) : null;
}

type Hours = OpeningHours | null;

export async function putOpeningHours(tenant: TenantId, opening_hours: Hours, by: Author, now: Date): Promise<Hours> {
  const viewOf = (item: TenantItem) => ({ opening_hours: openingHoursOf(item) });
  await changeSettings(tenant, { by, now, values: { opening_hours: JSON.stringify(opening_hours) }, viewOf });
  return opening_hours;
}
