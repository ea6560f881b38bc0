import * as z from 'zod/mini';
import { rule } from './documented.ts';
import { maxAmount } from './money.ts';

/**
 * An amount in major units. The number of decimals is checked later, by its currency. The API document does not mention it: with
 * `multipleOf: 0.01`, many validators reject amounts such as 0.07, because they divide in binary fractions.
 */
export const amount = (params?: z.core.$ZodNumberParams) =>
  z.number(params).check(
    rule(
      z.refine((value) => Math.abs(value) <= maxAmount, `must be from -${maxAmount} to ${maxAmount}`),
      { minimum: -maxAmount, maximum: maxAmount },
    ),
  );

export const price = () =>
  z.number().check(
    rule(
      z.refine((value) => value >= 0, 'must not be negative'),
      { minimum: 0 },
    ),
    atMostMaximum(),
  );

export const positiveAmount = () =>
  z.number().check(
    rule(
      z.refine((value) => value > 0, 'must be more than 0'),
      { exclusiveMinimum: 0 },
    ),
    atMostMaximum(),
  );

const atMostMaximum = () =>
  rule(
    z.refine<number>((value) => value <= maxAmount, `must be at most ${maxAmount}`),
    { maximum: maxAmount },
  );
