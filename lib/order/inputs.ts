import * as z from 'zod/mini';
import { sku } from '../product/schema.ts';
import { addressInput } from '../values/address.ts';
import { currency, dateTime, email, given, lines, name, optional, patch, phone } from '../values/fields.ts';
import { amount, price } from '../values/money.ts';

/** So many of a product, at its own price unless another is given. */
export const quantities = () => ({
  sku: sku(),
  quantity: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  price: z.optional(price()),
});

/** As many lines as an order can have. */
export const linesOf = <S extends z.core.$ZodShape>(fields: S) =>
  z.array(z.strictObject(fields)).check(z.minLength(1), z.maxLength(90));

/** What is sent to place an order. */
export const newOrder = () =>
  z.strictObject({
    lines: linesOf({ ...quantities(), name: z.optional(name()) }),
    currency: z.optional(currency()),
    customer: given(
      z.strictObject({
        id: optional(),
        first_name: optional(),
        last_name: optional(),
        email: given(email()),
        phone: given(phone()),
      }),
    ),
    shipping_address: given(addressInput()),
    shipping: given(z.strictObject({ name: name(), price: price() })),
    note: given(lines(2000)),
    authorized: z.optional(z.boolean()),
  });

const isData = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
const isSmall = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= 8 * 1024;

/** What is sent to record a payment or a refund. */
export const newPayment = () =>
  z
    .strictObject({
      total: z.optional(amount().check(z.refine((total) => total !== 0, 'must not be 0'))),
      method: z.optional(
        z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be 1 to 40 of a-z, 0-9 and _, starting with a letter')),
      ),
      created: z.optional(dateTime()),
      transaction_data: z.optional(
        z
          .unknown()
          .check(z.refine(isData, { error: 'must be an object', abort: true }), z.refine(isSmall, 'must have at most 8 KB')),
      ),
    })
    .check(
      z.refine(({ total, method }) => total === undefined || total < 0 === (method === 'refund'), {
        path: ['method'],
        error: 'must be refund where the total is negative, and only there',
      }),
    );

/** What is sent to authorize, cancel, or show and hide an order. */
export const orderChange = () =>
  patch({ authorized: z.boolean(), cancelled: z.boolean(), restock: z.boolean(), visible: z.boolean() }).check(
    z.refine(({ cancelled, restock }) => restock === undefined || cancelled === true || (!restock && cancelled === false), {
      path: ['restock'],
      error: 'frees the stock of an order as it is cancelled: send it with cancelled',
    }),
  );
