import * as availability from '../../lib/availability/data.ts';
import { overrideAvailability } from '../../lib/availability/routes.ts';
import { operation } from '../../lib/operation.ts';

export const handler = operation(overrideAvailability, ({ tenant, query, body, by, now }) =>
  availability.overrideAvailability(tenant, query, body, by, now),
);
