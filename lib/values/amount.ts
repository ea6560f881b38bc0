import * as z from 'zod/mini';
import { maxAmount } from './money.ts';

/** An amount in major units. The number of decimals is checked later, by its currency. */
export const amount = () =>
  z.number().check(
    z.refine((value) => Math.abs(value) <= maxAmount, {
      error: `must be from -${maxAmount} to ${maxAmount}`,
      params: { minimum: -maxAmount, maximum: maxAmount },
    }),
  );

export const price = () =>
  z.number().check(
    z.refine((value) => value >= 0, { error: 'must not be negative', params: { minimum: 0 } }),
    atMostMaximum(),
  );

export const positiveAmount = () =>
  z.number().check(
    z.refine((value) => value > 0, { error: 'must be more than 0', params: { exclusiveMinimum: 0 } }),
    atMostMaximum(),
  );

const atMostMaximum = () =>
  z.refine<number>((value) => value <= maxAmount, { error: `must be at most ${maxAmount}`, params: { maximum: maxAmount } });
