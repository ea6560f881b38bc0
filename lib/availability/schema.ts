import * as z from 'zod/mini';
import { field, named, time } from '../values/documented.ts';
import { OpeningHours as openingHours } from './inputs.ts';

export const Availability = named(
  z.object({
    available: field(z.boolean(), 'Whether the store accepts new orders.'),
    automatic: field(
      z.boolean(),
      'What `available` is without an override: true if the subscription is active and the store is open.',
    ),
    override: field(z.nullable(z.boolean()), 'The override, or null if there is none.'),
    until: field(z.nullable(time), 'When the override ends. Null if it has no end.'),
    reason: field(
      z.enum(['open', 'outside_opening_hours', 'subscription_expired', 'override']),
      'Why the store is available or unavailable.',
    ),
  }),
  'Availability',
  'Whether the store accepts new orders, and why.',
);
export type Availability = z.infer<typeof Availability>;

const OpeningHours = openingHours();

export const HoursPayload = z.object({
  opening_hours: field(z.nullable(OpeningHours), 'The opening hours. Null if the store is always open.'),
});
