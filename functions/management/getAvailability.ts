import * as availability from '../../lib/availability/data.ts';
import { getAvailability } from '../../lib/availability/routes.ts';
import { operation } from '../../lib/operation.ts';

export const handler = operation(getAvailability, ({ tenant, now }) => availability.getAvailability(tenant, now));
