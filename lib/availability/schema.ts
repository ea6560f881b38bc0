import * as z from 'zod/mini';

export const Availability = z.object({
  available: z.boolean(),
  automatic: z.boolean(),
  override: z.nullable(z.boolean()),
  until: z.nullable(z.string()),
  reason: z.enum(['open', 'outside_opening_hours', 'subscription_expired', 'override']),
});
export type Availability = z.infer<typeof Availability>;

const start = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59'));
const end = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time from 00:00 to 24:00'));
const day = () => z.optional(z.array(z.strictObject({ from: start, to: end })).check(z.maxLength(24)));

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** When a store is open, by its own clock; a day that is missing is closed. */
export const OpeningHours = z.strictObject({
  days: z.strictObject({ mon: day(), tue: day(), wed: day(), thu: day(), fri: day(), sat: day(), sun: day() }),
});
export type OpeningHours = z.infer<typeof OpeningHours>;

/** What somebody has set by hand; null is nothing. */
export type Override = { available: boolean; until: string | null } | null;
