import { operation } from '../../lib/api/operation.ts';
import * as availability from '../../lib/availability/data.ts';
import { overrideAvailability } from '../../lib/availability/routes.ts';

export const handler = operation(overrideAvailability, ({ tenant, query, body, by, now }) =>
  availability.overrideAvailability(tenant, query, body, by, now),
);
