import { operation } from '../../lib/api/operation.ts';
import * as availability from '../../lib/availability/data.ts';
import { getAvailability } from '../../lib/availability/routes.ts';

export const handler = operation(getAvailability, ({ tenant, now }) => availability.getAvailability(tenant, now));
