import * as z from 'zod/mini';
import { cartLine, cartLines } from '../cart/inputs.ts';
import { addressInput } from '../values/address.ts';
import { currency, dateTime, email, multiLine, name, patch, phone } from '../values/fields.ts';
import { amount, price } from '../values/money.ts';
import { optional, removable } from '../values/optional.ts';

export const NumberParam = () => z.object({ number: z.string().check(z.regex(/^[1-9]\d{3,11}$/)) });

export const NewOrder = () =>
  z.strictObject({
    lines: cartLines({ ...cartLine(), name: optional(name()) }),
    currency: optional(currency()),
    customer: z.nullish(
      z.strictObject({
        id: optional(name()),
        first_name: optional(name()),
        last_name: optional(name()),
        email: optional(email()),
        phone: optional(phone()),
      }),
    ),
    shipping_address: z.nullish(addressInput()),
    shipping: z.nullish(z.strictObject({ name: name(), price: price() })),
    note: optional(multiLine(2000)),
    authorized: z.optional(z.boolean()),
  });
export type NewOrder = z.output<ReturnType<typeof NewOrder>>;

const isPlainObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
const isSmall = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= 8 * 1024;

export const NewPayment = () =>
  z
    .strictObject({
      total: z.optional(amount().check(z.refine((total) => total !== 0, 'must not be 0'))),
      method: optional(
        z
          .string()
          .check(
            z.regex(
              /^[a-z][a-z0-9_]{0,39}$/,
              'must be 1 to 40 lowercase letters, digits or underscores, starting with a letter',
            ),
          ),
      ),
      created: optional(dateTime()),
      transaction_data: z.optional(
        z
          .unknown()
          .check(
            z.refine(isPlainObject, { error: 'must be an object', abort: true }),
            z.refine(isSmall, 'must be at most 8 KB'),
          ),
      ),
    })
    .check(
      z.refine(({ total, method }) => total === undefined || total < 0 === (method === 'refund'), {
        path: ['method'],
        error: ({ input }) => {
          const { total } = input as { total: number };
          return total > 0 ? `a refund needs a negative total; you sent ${total}` : 'must be `refund` if the total is negative';
        },
      }),
    );
export type NewPayment = z.output<ReturnType<typeof NewPayment>>;

export const OrderPatch = () =>
  patch({ authorized: z.boolean(), cancelled: z.boolean(), restock: z.boolean(), visible: z.boolean() }).check(
    z.refine(({ cancelled, restock }) => restock === undefined || cancelled === true || (!restock && cancelled === false), {
      path: ['restock'],
      error: 'needs `cancelled` in the same request; `restock: true` needs `cancelled: true`',
    }),
  );
export type OrderPatch = z.output<ReturnType<typeof OrderPatch>>;

export const shipmentStates = ['ready', 'shipped', 'delivered'] as const;

export const ShipmentPatch = () => patch({ state: z.enum(shipmentStates), target_delivery: removable(dateTime()) });
export type ShipmentPatch = z.output<ReturnType<typeof ShipmentPatch>>;
