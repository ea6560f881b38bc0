import { operation } from '../../lib/api/operation.ts';
import * as availability from '../../lib/availability/data.ts';
import { putOpeningHours } from '../../lib/availability/routes.ts';

export const handler = operation(putOpeningHours, async ({ tenant, body: { opening_hours = null, days }, by, now }) => ({
  opening_hours: await availability.putOpeningHours(tenant, days ? { days } : opening_hours, by, now),
}));
