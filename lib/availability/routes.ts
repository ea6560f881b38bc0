import * as z from 'zod/mini';
import type { Route } from '../route.ts';
import { dateTime, given } from '../values/fields.ts';
import { Availability, OpeningHours } from './schema.ts';

const hours = () => z.object({ opening_hours: z.nullable(OpeningHours) });
const asText = z.pipe(
  z.enum(['true', 'false', 'null']),
  z.transform((text): boolean | null => JSON.parse(text)),
);

export const getAvailability = () =>
  ({
    id: 'getAvailability',
    summary: 'Get store availability',
    caller: 'management',
    method: 'GET',
    path: '/v1/management/order/available',
    status: 200,
    payload: Availability,
    errors: [],
  }) satisfies Route;

export const overrideAvailability = () =>
  ({
    id: 'overrideAvailability',
    summary: 'Override store availability',
    caller: 'management',
    method: 'PATCH',
    path: '/v1/management/order/available',
    status: 200,
    query: z.strictObject({ available: z.optional(asText), until: z.optional(dateTime()) }),
    body: z.strictObject({ available: given(z.boolean()), until: given(dateTime()) }),
    payload: Availability,
    errors: [],
  }) satisfies Route;

export const getOpeningHours = () =>
  ({
    id: 'getOpeningHours',
    summary: 'Get opening hours',
    caller: 'management',
    method: 'GET',
    path: '/v1/management/settings/opening-hours',
    status: 200,
    payload: hours(),
    errors: [],
  }) satisfies Route;

export const putOpeningHours = () =>
  ({
    id: 'putOpeningHours',
    summary: 'Set opening hours',
    caller: 'management',
    method: 'PUT',
    path: '/v1/management/settings/opening-hours',
    status: 200,
    body: z
      .strictObject({
        opening_hours: given(OpeningHours),
        days: z.optional(OpeningHours.shape.days),
      })
      .check(
        z.refine(({ opening_hours, days }) => (opening_hours === undefined) !== (days === undefined), {
          path: ['opening_hours'],
          error: 'is required: {"days": …}, or null for always open',
        }),
      ),
    payload: hours(),
    errors: [],
  }) satisfies Route;
