import * as z from 'zod/mini';
import { addressInput } from '../address.ts';
import { currency } from '../fields.ts';
import { linesOf, quantities } from '../order/sent.ts';
import type { Route } from '../route.ts';
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
    refusals: [],
  }) satisfies Route;
