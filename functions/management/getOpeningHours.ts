import * as availability from '../../lib/availability/data.ts';
import { getOpeningHours } from '../../lib/availability/routes.ts';
import { operation } from '../../lib/operation.ts';

export const handler = operation(getOpeningHours, async ({ tenant }) => ({
  opening_hours: await availability.getOpeningHours(tenant),
}));
