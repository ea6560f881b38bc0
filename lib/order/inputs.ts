import * as z from 'zod/mini';
import { cartLine, cartLines, quantity } from '../cart/inputs.ts';
import { sku } from '../product/inputs.ts';
import { addressInput } from '../values/address.ts';
import { amount, positiveAmount, price } from '../values/amount.ts';
import {
  currency,
  dateTime,
  email,
  httpsUrl,
  multiLine,
  name,
  patch,
  phone,
  singleLine,
  timeUpToTomorrow,
} from '../values/fields.ts';
import { optional, removable } from '../values/optional.ts';

export const NumberParam = () => z.object({ number: z.string().check(z.regex(/^[1-9]\d{3,11}$/)) });

const customer = () =>
  z.strictObject({
    id: optional(name()),
    first_name: optional(name()),
    last_name: optional(name()),
    company: optional(name()),
    email: optional(email()),
    phone: optional(phone()),
  });
export type CustomerInput = z.output<ReturnType<typeof customer>>;

export const NewOrder = () =>
  z.strictObject({
    lines: cartLines({ ...cartLine(), name: optional(name()) }),
    currency: optional(currency()),
    customer: z.nullish(customer()),
    shipping_address: z.nullish(addressInput()),
    shipping: z.nullish(z.strictObject({ name: name(), price: price() })),
    note: optional(multiLine(2000)),
    authorized: z.optional(z.boolean()),
  });
export type NewOrder = z.output<ReturnType<typeof NewOrder>>;

export const isPlainObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
export const isSmall = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= 8 * 1024;

/** Units of order lines, by the position of the line in the order. */
const creditLines = () =>
  z
    .array(
      z.strictObject({
        line: z.int().check(z.minimum(0), z.maximum(89)),
        quantity: quantity(),
      }),
    )
    .check(z.minLength(1), z.maxLength(90));
export type CreditLines = z.output<ReturnType<typeof creditLines>>;

const reason = () => optional(singleLine(200));

const refundFields = ['credit', 'lines', 'payment', 'reason'] as const;

export const NewPayment = () =>
  z
    .strictObject({
      total: z.optional(
        amount().check(z.refine((total) => total !== 0, { error: 'must not be 0', params: { not: { const: 0 } } })),
      ),
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
      created: optional(timeUpToTomorrow()),
      transaction_data: z.optional(
        z
          .unknown()
          .check(
            z.refine(isPlainObject, { error: 'must be an object', abort: true }),
            z.refine(isSmall, 'must be at most 8 KB'),
          ),
      ),
      credit: z.optional(z.boolean()),
      lines: z.optional(creditLines()),
      payment: optional(name()),
      reason: reason(),
    })
    .check(
      z.refine(({ total, method }) => !total || total < 0 === (method === 'refund'), {
        path: ['method'],
        error: ({ input }) => {
          const { total } = input as { total: number };
          return total > 0 ? `a refund needs a negative total; you sent ${total}` : 'must be `refund` if the total is negative';
        },
      }),
      (ctx) => {
        const { method, total, credit, lines } = ctx.value;
        const reject = (field: string, message: string) =>
          ctx.issues.push({ code: 'custom', input: ctx.value, path: [field], message });
        for (const field of method === 'refund' ? [] : refundFields) {
          if (ctx.value[field] != null) reject(field, 'is only for refunds; to refund, send `method: "refund"`');
        }
        if (lines && credit === false)
          reject('credit', 'must not be false if `lines` is sent, because refunded lines are credited');
        if (credit && total === undefined && !lines) reject('total', 'is required for a credit; send `total` or `lines`');
      },
    );
export type NewPayment = z.output<ReturnType<typeof NewPayment>>;

export const NewCredit = () =>
  z
    .strictObject({
      lines: z.optional(creditLines()),
      amount: z.optional(positiveAmount()),
      reason: reason(),
    })
    .check(
      z.refine(({ lines, amount }) => (lines === undefined) !== (amount === undefined), {
        path: ['amount'],
        error: ({ input }) =>
          (input as { lines?: unknown }).lines
            ? 'cannot be combined with `lines`; send one of them'
            : 'is required; send `amount` or `lines`',
      }),
    );
export type NewCredit = z.output<ReturnType<typeof NewCredit>>;

export const OrderPatch = () =>
  patch({
    authorized: z.boolean(),
    cancelled: z.boolean(),
    restock: z.boolean(),
    visible: z.boolean(),
    customer: z.nullable(customer()),
    shipping_address: z.nullable(addressInput()),
    note: removable(multiLine(2000)),
  }).check(
    z.refine(({ customer, cancelled }) => customer === undefined || cancelled === undefined, {
      path: ['customer'],
      error: 'cannot be combined with `cancelled`; send it in a separate request',
    }),
    z.refine(({ cancelled, restock }) => restock === undefined || cancelled === true || (!restock && cancelled === false), {
      path: ['restock'],
      error: 'needs `cancelled` in the same request; `restock: true` needs `cancelled: true`',
    }),
  );
export type OrderPatch = z.output<ReturnType<typeof OrderPatch>>;

const units = () => z.array(z.strictObject({ sku: sku(), quantity: quantity() })).check(z.minLength(1), z.maxLength(90));

export const NewShipment = () => z.strictObject({ from: name(), lines: units() });
export type NewShipment = z.output<ReturnType<typeof NewShipment>>;

export const NewReturn = () =>
  z.strictObject({ lines: z.optional(units()), restock: z.optional(z.boolean()), reason: reason() });
export type NewReturn = z.output<ReturnType<typeof NewReturn>>;

export const shipmentStates = ['ready', 'shipped', 'delivered'] as const;

export const ShipmentPatch = () =>
  patch({
    state: z.enum(shipmentStates),
    target_delivery: removable(dateTime()),
    carrier: removable(singleLine(100)),
    tracking_number: removable(singleLine(100)),
    tracking_url: removable(httpsUrl()),
  });
export type ShipmentPatch = z.output<ReturnType<typeof ShipmentPatch>>;
