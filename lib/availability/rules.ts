import type { TenantItem } from '../tenant/data.ts';
import type { Tenant } from '../tenant/schema.ts';
import { type Availability, days, type OpeningHours } from './schema.ts';

/** Whether a store takes orders at this moment, and why. */
export function availabilityOf({ json, override = null, ...item }: TenantItem, now: Date): Availability {
  const { subscribed, timezone }: Tenant = JSON.parse(json);
  const hours = openingHoursOf(item);
  const open = hours === null || isOpen(hours, timezone, now);
  const automatic = subscribed === 'active' && open;
  const inForce = override && (override.until === null || override.until > now.toISOString()) ? override : null;
  if (inForce)
    return { available: inForce.available, automatic, override: inForce.available, until: inForce.until, reason: 'override' };
  const reason = subscribed === 'expired' ? 'subscription_expired' : open ? 'open' : 'outside_opening_hours';
  return { available: automatic, automatic, override: null, until: null, reason };
}

export const openingHoursOf = ({ opening_hours }: Pick<TenantItem, 'opening_hours'>): OpeningHours | null =>
  opening_hours ? JSON.parse(opening_hours) : null;

/** By the clock on the store's wall, which is right on the days it is changed, too. */
function isOpen(hours: OpeningHours, timezone: string, now: Date): boolean {
  const { day, time } = wallClock(timezone, now);
  const today = hours.days[days[day] as (typeof days)[number]] ?? [];
  const yesterday = hours.days[days[(day + 6) % 7] as (typeof days)[number]] ?? [];
  return (
    today.some(({ from, to }) => from <= time && (time < to || to <= from)) ||
    yesterday.some(({ from, to }) => to <= from && time < to)
  );
}

function wallClock(timeZone: string, now: Date): { day: number; time: string } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const day = days.findIndex((name) => name === parts.weekday?.toLowerCase());
  return { day, time: `${parts.hour}:${parts.minute}` };
}
