import { operation } from '../../lib/api/operation.ts';
import * as availability from '../../lib/availability/data.ts';
import { getOpeningHours } from '../../lib/availability/routes.ts';

export const handler = operation(getOpeningHours, async ({ tenant }) => ({
  opening_hours: await availability.getOpeningHours(tenant),
}));
