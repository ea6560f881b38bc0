import * as z from 'zod/mini';
import { count, field, named } from '../values/documented.ts';

export const Rate = named(
  z.object({
    id: field(z.string(), "The webhook's ID for the rate."),
    name: field(z.string(), 'The name to show to customers.'),
    price: field(z.number(), 'The shipping price.'),
    currency: field(z.string(), 'The ISO 4217 code of the currency.'),
    description: field(z.nullable(z.string()), 'A longer description.'),
    min_days: field(z.nullable(count), 'The minimum number of days until delivery.'),
    max_days: field(z.nullable(count), 'The maximum number of days until delivery.'),
  }),
  'Rate',
  'A shipping rate.',
);
export type Rate = z.infer<typeof Rate>;

const DroppedRate = named(
  z.object({
    rate: field(z.string(), 'The ID of the rate, or its position in the list.'),
    reason: field(z.string(), 'What is wrong with the rate.'),
  }),
  'DroppedRate',
  "An invalid rate in the webhook's response.",
);

export const Rates = named(
  z.object({
    rates: field(z.array(Rate), 'The available shipping rates.'),
    source: field(
      z.enum(['live', 'cache', 'stale', 'none']),
      '`live`: the webhook just responded. `cache`: its response to an identical request in the last 15 minutes. `stale`: the webhook failed, was too slow, or was busy with five other requests, so this is its last response to an identical request, at most 24 hours old. `none`: no webhook is set, or there is no such response.',
    ),
    dropped: field(z.array(DroppedRate), "The invalid rates in the webhook's response."),
  }),
  'Rates',
  'Shipping rates and where they come from.',
);
export type Rates = z.infer<typeof Rates>;
