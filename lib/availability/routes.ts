import { defineRoute } from '../api/route.ts';
import { OpeningHoursBody, OverrideBody, OverrideQuery } from './inputs.ts';
import { Availability, HoursPayload } from './schema.ts';

export const getAvailability = () =>
  defineRoute({
    id: 'getAvailability',
    summary: 'Get store availability',
    description: 'Returns whether the store accepts new orders, and why.',
    place: ['Management: availability', 1],
    method: 'GET',
    path: '/v1/management/order/available',
    narrowerScopes: ['orders:place', 'orders:ship'],
    payload: Availability,
    access: ['GetItem'],
  });

export const overrideAvailability = () =>
  defineRoute({
    id: 'overrideAvailability',
    summary: 'Override store availability',
    description:
      'Overrides the automatic state until a given time, or until the override is removed. Null removes it. `available` and `until` can also be sent in the query.',
    place: ['Management: availability', 2],
    method: 'PATCH',
    path: '/v1/management/order/available',
    scope: 'settings:write',
    query: OverrideQuery(),
    body: OverrideBody(),
    payload: Availability,
    access: ['GetItem', 'PutItem', 'UpdateItem'],
  });

export const getOpeningHours = () =>
  defineRoute({
    id: 'getOpeningHours',
    summary: 'Get opening hours',
    description: 'Returns null if the store is always open.',
    place: ['Management: availability', 3],
    method: 'GET',
    path: '/v1/management/settings/opening-hours',
    payload: HoursPayload,
    returns: 'opening_hours',
    access: ['GetItem'],
  });

export const putOpeningHours = () =>
  defineRoute({
    id: 'putOpeningHours',
    summary: 'Set opening hours',
    description:
      "Times are in the tenant's time zone and follow daylight saving time. Null means that the store is always open.",
    place: ['Management: availability', 4],
    method: 'PUT',
    path: '/v1/management/settings/opening-hours',
    body: OpeningHoursBody(),
    payload: HoursPayload,
    returns: 'opening_hours',
    access: ['GetItem', 'PutItem', 'UpdateItem'],
  });
