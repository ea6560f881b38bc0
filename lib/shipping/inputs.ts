import * as z from 'zod/mini';
import { cartLine, cartLines } from '../cart/inputs.ts';
import { addressInput } from '../values/address.ts';
import { price } from '../values/amount.ts';
import { field } from '../values/documented.ts';
import { currency, multiLine, name } from '../values/fields.ts';
import { optional } from '../values/optional.ts';

export const RatesRequest = () =>
  z.strictObject({
    destination: field(addressInput(), 'The shipping address.'),
    lines: field(cartLines(cartLine()), 'The products to ship.'),
    currency: field(optional(currency()), "The ISO 4217 code of the currency. Defaults to the tenant's."),
  });
export type RatesRequest = z.output<ReturnType<typeof RatesRequest>>;

const days = () => z.nullish(z.int().check(z.minimum(0), z.maximum(1000)));

/** A rate in a receiver's answer. */
export const ReceivedRate = () =>
  z
    .object({
      id: field(name(), 'Your ID for the rate. It must be unique in the response.'),
      name: field(name(), 'The name to show to customers.'),
      price: field(price(), 'The shipping price.'),
      currency: field(z.nullish(z.string()), "The currency. If given, it must be the request's currency."),
      description: field(optional(multiLine(2000)), 'A longer description.'),
      min_days: field(days(), 'The minimum number of days until delivery.'),
      max_days: field(days(), 'The maximum number of days until delivery.'),
    })
    .check(
      z.refine(({ min_days, max_days }) => (min_days ?? 0) <= (max_days ?? 1000), {
        path: ['min_days'],
        error: 'must not be more than max_days',
      }),
    );
