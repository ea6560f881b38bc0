import * as z from 'zod/mini';
import { OpeningHours as openingHours } from './inputs.ts';

export const Availability = z.object({
  available: z.boolean(),
  automatic: z.boolean(),
  override: z.nullable(z.boolean()),
  until: z.nullable(z.string()),
  reason: z.enum(['open', 'outside_opening_hours', 'subscription_expired', 'override']),
});
export type Availability = z.infer<typeof Availability>;

export const OpeningHours = openingHours();

const hoursAnswer = z.object({ opening_hours: z.nullable(OpeningHours) });

export const answers = {
  getAvailability: Availability,
  overrideAvailability: Availability,
  getOpeningHours: hoursAnswer,
  putOpeningHours: hoursAnswer,
};
