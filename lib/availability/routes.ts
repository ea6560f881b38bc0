import { row } from '../api/route.ts';
import { OpeningHoursBody, OverrideBody, OverrideQuery } from './inputs.ts';

export const getAvailability = () =>
  row({
    id: 'getAvailability',
    summary: 'Get store availability',
    method: 'GET',
    path: '/v1/management/order/available',
    access: ['GetItem'],
  });

export const overrideAvailability = () =>
  row({
    id: 'overrideAvailability',
    summary: 'Override store availability',
    method: 'PATCH',
    path: '/v1/management/order/available',
    scope: 'settings:write',
    query: OverrideQuery(),
    body: OverrideBody(),
    access: ['GetItem', 'PutItem', 'UpdateItem'],
  });

export const getOpeningHours = () =>
  row({
    id: 'getOpeningHours',
    summary: 'Get opening hours',
    method: 'GET',
    path: '/v1/management/settings/opening-hours',
    access: ['GetItem'],
  });

export const putOpeningHours = () =>
  row({
    id: 'putOpeningHours',
    summary: 'Set opening hours',
    method: 'PUT',
    path: '/v1/management/settings/opening-hours',
    body: OpeningHoursBody(),
    access: ['GetItem', 'PutItem', 'UpdateItem'],
  });
