import * as z from 'zod/mini';
import { linesOf, quantities } from '../order/inputs.ts';
import type { Route } from '../route.ts';
import { addressInput } from '../values/address.ts';
import { currency } from '../values/fields.ts';
import { Rates } from './schema.ts';

export const calculateRates = () =>
  ({
    id: 'calculateRates',
    summary: 'Calculate shipping rates',
    caller: 'management',
    method: 'POST',
    path: '/v1/management/shipping/rates/',
    status: 200,
    body: z.strictObject({
      destination: addressInput(),
      lines: linesOf(quantities()),
      currency: z.optional(currency()),
    }),
    payload: Rates,
    errors: [],
  }) satisfies Route;
