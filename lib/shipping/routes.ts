import * as z from 'zod/mini';
import { addressInput } from '../address.ts';
import { currency } from '../fields.ts';
import { price } from '../money.ts';
import { sku } from '../product/schema.ts';
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
      lines: z
        .array(
          z.strictObject({
            sku: sku(),
            quantity: z.int().check(z.minimum(1), z.maximum(1_000_000)),
            price: z.optional(price()),
          }),
        )
        .check(z.minLength(1), z.maxLength(90)),
      currency: z.optional(currency()),
    }),
    payload: Rates,
    refusals: [],
  }) satisfies Route;
