import { days, type OpeningHours } from './inputs.ts';
import type { Availability } from './schema.ts';

/** A manual override; null means automatic. */
export type Override = { available: boolean; until: string | null } | null;

export type Hours = {
  subscribed: 'active' | 'expired';
  timezone: string;
  override: Override;
  openingHours: OpeningHours | null;
};

/** Whether a store accepts orders right now, and why. */
export function availabilityOf({ subscribed, timezone, override, openingHours }: Hours, now: Date): Availability {
  const isOpen = openingHours === null || isWithin(openingHours, timezone, now);
  const automatic = subscribed === 'active' && isOpen;
  if (override && (override.until === null || override.until > now.toISOString())) {
    const { available, until } = override;
    return { available, automatic, override: available, until, reason: 'override' };
  }
  const reason = subscribed === 'expired' ? 'subscription_expired' : isOpen ? 'open' : 'outside_opening_hours';
  return { available: automatic, automatic, override: null, until: null, reason };
}

/** Compares wall-clock times in the store's time zone, so it is right when clocks change. */
function isWithin(hours: OpeningHours, timezone: string, now: Date): boolean {
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
