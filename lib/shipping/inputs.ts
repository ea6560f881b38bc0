import * as z from 'zod/mini';
import { cartLine, cartLines } from '../cart/inputs.ts';
import { addressInput } from '../values/address.ts';
import { price } from '../values/amount.ts';
import { currency } from '../values/fields.ts';
import { optional } from '../values/optional.ts';

export const RatesRequest = () =>
  z.strictObject({ destination: addressInput(), lines: cartLines(cartLine()), currency: optional(currency()) });
export type RatesRequest = z.output<ReturnType<typeof RatesRequest>>;

const text = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength));
const days = () => z.nullish(z.int().check(z.minimum(0), z.maximum(1000)));

/** A rate in a receiver's answer. */
export const ReceivedRate = () =>
  z
    .object({
      id: text(200),
      name: text(200),
      price: price(),
      currency: z.nullish(z.string()),
      description: z.nullish(z.string().check(z.maxLength(2000))),
      min_days: days(),
      max_days: days(),
    })
    .check(
      z.refine(({ min_days, max_days }) => (min_days ?? 0) <= (max_days ?? 1000), {
        path: ['min_days'],
        error: 'must not be more than max_days',
      }),
    );
