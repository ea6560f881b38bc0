import { operation } from '../../lib/api/operation.ts';
import * as shipping from '../../lib/shipping/rates.ts';
import { calculateRates } from '../../lib/shipping/routes.ts';

export const handler = operation(calculateRates, ({ tenant, body, now }) => shipping.calculateRates(tenant, body, now));
