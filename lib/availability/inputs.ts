import * as z from 'zod/mini';
import { field, named, rule } from '../values/documented.ts';
import { futureTime, oneOf } from '../values/fields.ts';
import { optional } from '../values/optional.ts';

const flagText = () =>
  z.pipe(
    z.enum(['true', 'false', 'null']),
    z.transform((text): boolean | null => JSON.parse(text)),
  );

export const OverrideQuery = () =>
  z.strictObject({
    available: field(z.optional(flagText()), 'The same as `available` in the body.'),
    until: field(optional(futureTime()), 'The same as `until` in the body.'),
  });

export const OverrideBody = () =>
  z.strictObject({
    available: field(z.nullish(z.boolean()), 'True or false overrides the automatic state. Null removes the override.'),
    until: field(optional(futureTime()), 'When the override ends. Without it, the override stays until it is removed.'),
  });

/** The fields of an override, as sent in the query or in the body. */
export type OverrideInput = z.output<ReturnType<typeof OverrideBody>>;

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const start = () => z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time from 00:00 to 23:59'));
const end = () => z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time from 00:00 to 24:00'));
const interval = () =>
  named(
    z.strictObject({
      from: field(start(), "When the store opens, in the tenant's time zone."),
      to: field(end(), 'When the store closes. If this is not after `from`, it is on the next day.'),
    }),
    'OpeningInterval',
    'A time span in which the store is open.',
  );
const day = (hours: ReturnType<typeof interval>) =>
  field(
    z.optional(z.array(hours).check(z.maxLength(24))),
    'The opening hours on this day. The store is closed if they are missing or empty.',
  );
const week = () => {
  const of = day(interval());
  return z.strictObject({ mon: of, tue: of, wed: of, thu: of, fri: of, sat: of, sun: of });
};

/** When a store is open, in its own time zone. A missing day is closed. */
export const OpeningHours = () =>
  named(
    z.strictObject({
      days: field(
        named(week(), 'OpeningDays', 'The opening hours of each day. The store is closed on missing days.'),
        'The opening hours of each day.',
      ),
    }),
    'OpeningHours',
    "When the store is open, in the tenant's time zone.",
  );
export type OpeningHours = z.output<ReturnType<typeof OpeningHours>>;

export const OpeningHoursBody = () => {
  const hours = OpeningHours();
  return z
    .strictObject({
      opening_hours: field(z.nullish(hours), 'The opening hours. Null means that the store is always open.'),
      days: field(z.optional(hours.shape.days), 'Shorthand for `opening_hours.days`.'),
    })
    .check(
      rule(oneOf('opening_hours', 'days', 'is required; send {"days": …}, or null if the store is always open'), {
        oneOf: [{ required: ['opening_hours'] }, { required: ['days'] }],
      }),
    );
};
