import * as z from 'zod/mini';
import { futureTime } from '../values/fields.ts';
import { optional } from '../values/optional.ts';

const flagText = () =>
  z.pipe(
    z.enum(['true', 'false', 'null']),
    z.transform((text): boolean | null => JSON.parse(text)),
  );

export const OverrideQuery = () => z.strictObject({ available: z.optional(flagText()), until: optional(futureTime()) });

export const OverrideBody = () => z.strictObject({ available: z.nullish(z.boolean()), until: optional(futureTime()) });

/** The fields of an override, as sent in the query or in the body. */
export type OverrideInput = z.output<ReturnType<typeof OverrideBody>>;

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const start = () => z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59'));
const end = () => z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time from 00:00 to 24:00'));
const day = () => z.optional(z.array(z.strictObject({ from: start(), to: end() })).check(z.maxLength(24)));

/** When a store is open, in its own time zone. A missing day is closed. */
export const OpeningHours = () =>
  z.strictObject({
    days: z.strictObject({ mon: day(), tue: day(), wed: day(), thu: day(), fri: day(), sat: day(), sun: day() }),
  });
export type OpeningHours = z.output<ReturnType<typeof OpeningHours>>;

export const OpeningHoursBody = () =>
  z.strictObject({ opening_hours: z.nullish(OpeningHours()), days: z.optional(OpeningHours().shape.days) }).check(
    z.refine(({ opening_hours, days }) => (opening_hours === undefined) !== (days === undefined), {
      path: ['opening_hours'],
      error: ({ input }) =>
        (input as { days?: object }).days
          ? 'cannot be combined with `days`; send one of them'
          : 'is required; send {"days": …}, or null if the store is always open',
    }),
  );
