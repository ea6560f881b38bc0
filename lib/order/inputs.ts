import * as z from 'zod/mini';
import type { FiltersOf } from '../api/list.ts';
import { cartLine, cartLines, maxLines, quantity } from '../cart/inputs.ts';
import { sku, taxRate } from '../product/inputs.ts';
import { addressInput } from '../values/address.ts';
import { amount, positiveAmount, price } from '../values/amount.ts';
import { isDay } from '../values/calendar.ts';
import { field, named, rule } from '../values/documented.ts';
import {
  across,
  contactPhone,
  currency,
  dateTime,
  email,
  flag,
  httpsUrl,
  ifValid,
  multiLine,
  name,
  notBoth,
  oneOf,
  patch,
  singleLine,
  timeUpToTomorrow,
} from '../values/fields.ts';
import { isObject } from '../values/json.ts';
import { optional, removable } from '../values/optional.ts';
import { orderNumber } from '../values/text.ts';
import { twoCharacters } from '../values/textTypes.ts';

/** The day after it must not reach the years that ISO 8601 writes with a sign. */
export const isReportDay = (day: string): boolean => isDay(day) && day < '9998';

export const NumberParam = () => z.object({ number: field(z.string().check(z.regex(orderNumber)), 'The order number.') });

export const ShipmentParams = () => z.extend(NumberParam(), { id: field(z.string(), 'The ID of the shipment.') });

const customer = () =>
  named(
    z.strictObject({
      id: field(optional(name()), "The store's own ID for the customer."),
      first_name: field(optional(name()), 'The first name.'),
      last_name: field(optional(name()), 'The last name.'),
      company: field(optional(name()), 'The company.'),
      email: field(optional(email()), 'The e-mail address.'),
      phone: field(optional(contactPhone()), 'The telephone number.'),
    }),
    'CustomerInput',
    'A customer.',
  );
export type CustomerInput = z.output<ReturnType<typeof customer>>;

const lineName = () => field(optional(name()), "The name to keep with the order. Defaults to the product's name.");

const lineTaxRate = () =>
  field(
    z.optional(taxRate()),
    "The tax rate in percent. The price includes the tax. Defaults to the product's; null for none.",
  );

const shipping = () =>
  z.strictObject({
    name: field(name(), 'The name of the shipping method.'),
    price: field(price(), 'The shipping price.'),
    tax_rate: field(z.optional(taxRate()), 'The tax rate of shipping in percent. The price includes the tax.'),
  });

const reference = () => singleLine(100);

const tag = () => singleLine(40);

const areUnique = (texts: string[]) => new Set(texts).size === texts.length;

const tags = () =>
  z
    .array(tag())
    .check(z.maxLength(20), rule(z.refine(areUnique, 'must not contain the same tag twice'), { uniqueItems: true }));

export const maxObjectBytes = 8 * 1024;
const isSmall = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= maxObjectBytes;

/** Any object that is small enough. */
const smallObject = () =>
  z
    .unknown()
    .check(
      rule(z.refine(isObject, 'must be an object'), { type: 'object' }),
      z.refine(isSmall, { error: `must be at most ${maxObjectBytes / 1024} KB`, ...ifValid }),
    );

export const NewOrder = (address = addressInput()) =>
  z.strictObject({
    lines: field(cartLines({ ...cartLine(), name: lineName(), tax_rate: lineTaxRate() }), 'The order lines.'),
    currency: field(optional(currency()), "The ISO 4217 code of the currency. Defaults to the tenant's."),
    customer: field(z.nullish(customer()), 'The customer.'),
    shipping_address: field(z.nullish(address), 'The shipping address.'),
    billing_address: field(z.nullish(address), 'The billing address.'),
    shipping: field(z.nullish(shipping()), 'The shipping method and its price.'),
    note: field(optional(multiLine(2000)), 'A note from the store or the customer.'),
    reference: field(optional(reference()), "The store's own number for the order. Several orders can have the same one."),
    tags: field(z.nullish(tags()), 'Tags by which orders can be listed.'),
    metadata: field(z.nullish(smallObject()), "The store's own data. It is returned with the same values."),
    authorized: field(z.optional(z.boolean()), 'Whether the order may be shipped. Defaults to false.'),
  });
export type NewOrder = z.output<ReturnType<typeof NewOrder>>;

/** Units of order lines, by the position of the line in the order. */
const someLines = () =>
  z
    .array(
      named(
        z.strictObject({
          line: field(
            z.int().check(z.minimum(0), z.maximum(maxLines - 1)),
            "The position of the line in the order's lines, from 0.",
          ),
          quantity: field(quantity(), 'The number of units.'),
        }),
        'CreditLine',
        'Units of an order line to credit.',
      ),
    )
    .check(z.maxLength(maxLines));
export type CreditLines = z.output<ReturnType<typeof someLines>>;

const creditLines = () => someLines().check(z.minLength(1));

const reason = () => optional(singleLine(200));

const refundFields = ['credit', 'lines', 'payment', 'reason'] as const;

/** A total that is not a number, such as NaN, arrives as null. It must not become the balance. */
const nullTotal = 'must not be null; leave it out to pay or refund the balance';

const paymentTotal = () =>
  amount({ error: ({ input }) => (input === null ? nullTotal : undefined) }).check(
    rule(
      z.refine((total) => total !== 0, 'must not be 0'),
      { not: { type: 'number', format: 'double', const: 0 } },
    ),
  );

const paymentMethod = () =>
  z
    .string()
    .check(
      z.regex(
        /^[A-Za-z][A-Za-z0-9_-]{0,39}$/,
        'must be 1 to 40 letters, digits, underscores or hyphens, starting with a letter',
      ),
      z.refine(isRefundInLowerCase, { error: 'must be written `refund` for a refund', ...ifValid }),
    );

const isRefundInLowerCase = (method: string) => method === 'refund' || method.toLowerCase() !== 'refund';

const never = { not: {} };
const nothing = { maxLength: 0 };
const isTrue = { type: 'boolean', const: true };
const isFalse = { type: 'boolean', const: false };
const isRefund = { type: 'string', const: 'refund' };

/** The fields that a payment, a refund of an amount and a refund of lines can have together. */
const paymentOrRefund = {
  anyOf: [
    {
      properties: {
        total: { exclusiveMinimum: 0 },
        method: { not: isRefund },
        credit: never,
        lines: { maxItems: 0 },
        payment: nothing,
        reason: nothing,
      },
    },
    {
      required: ['method'],
      properties: { total: { exclusiveMaximum: 0 }, method: isRefund, lines: never },
      anyOf: [{ required: ['total'] }, { properties: { credit: isFalse } }],
    },
    {
      required: ['method', 'lines'],
      properties: {
        total: { exclusiveMaximum: 0 },
        method: isRefund,
        credit: isTrue,
        lines: { minItems: 1 },
      },
    },
  ],
};

export const NewPayment = () =>
  z
    .strictObject({
      total: field(
        z.exactOptional(paymentTotal()),
        "The amount. Negative for a refund. Defaults to the order's balance or, with `payment`, to what that payment has left if that is less. For a refund with `lines`, see `lines`.",
      ),
      method: field(
        optional(paymentMethod()),
        'The payment method. Defaults to `cash_on_delivery`. For a refund, send `refund`.',
      ),
      created: field(optional(timeUpToTomorrow()), 'When the payment was made. Defaults to now.'),
      transaction_data: field(z.optional(smallObject()), "The payment provider's data. It is returned with the same values."),
      credit: field(
        z.optional(z.boolean()),
        'Only for refunds. `true` also reduces what the order costs by this amount, so that the amount does not become due again. Leave it out to return what was overpaid. Defaults to true if `lines` are sent, otherwise to false.',
      ),
      lines: field(
        z.optional(someLines()),
        'Only for refunds: the lines that are refunded. The total defaults to their price, or to what `payment` has left if that is less.',
      ),
      payment: field(
        optional(name()),
        'Only for refunds: the ID of the payment to refund. Refunds of a payment cannot exceed it.',
      ),
      reason: field(reason(), 'Only for refunds: the reason.'),
    })
    .check(
      z.check((ctx) => {
        if (ctx.value.method !== 'refund' && ctx.value.lines?.length === 0) delete ctx.value.lines;
        const { method, total, credit, lines } = ctx.value;
        const reject = (field: string, message: string) =>
          ctx.issues.push({ code: 'custom', input: ctx.value, path: [field], message });
        for (const field of method === 'refund' ? [] : refundFields) {
          if (ctx.value[field] != null) reject(field, 'is only for refunds; to refund, send `method: "refund"`');
        }
        if (lines?.length === 0) reject('lines', 'must have at least 1 entry in a refund, or be left out');
        if (lines && credit === false)
          reject('credit', 'must not be false if `lines` is sent, because refunded lines are credited');
        if (credit === true && total === undefined && !lines)
          reject('total', 'is required with `credit: true`; send `total` or `lines`');
      }, across('method')),
      rule(
        z.refine(({ total, method }) => !total || total < 0 === (method === 'refund'), {
          ...across('total', 'method'),
          path: ['method'],
          error: ({ input }) => {
            const { total } = input as { total: number };
            return total > 0
              ? `a refund needs a negative total; you sent ${total}`
              : 'must be `refund` if the total is negative';
          },
        }),
        paymentOrRefund,
      ),
    );
export type NewPayment = z.output<ReturnType<typeof NewPayment>>;

export const NewCredit = () =>
  z
    .strictObject({
      lines: field(z.optional(creditLines()), 'The lines to credit. Send either these or `amount`.'),
      amount: field(z.optional(positiveAmount()), 'The amount to take off. Send either this or `lines`.'),
      reason: field(reason(), 'The reason.'),
    })
    .check(
      rule(oneOf('amount', 'lines', 'is required; send `amount` or `lines`'), {
        oneOf: [{ required: ['lines'] }, { required: ['amount'] }],
      }),
    );
export type NewCredit = z.output<ReturnType<typeof NewCredit>>;

export const NewCancellation = () =>
  z.strictObject({
    lines: field(creditLines(), 'The lines to cancel. Their units must be in shipments that are `ready`.'),
    restock: field(
      z.optional(z.boolean()),
      'Whether to make the units available again. Defaults to true. False writes them off.',
    ),
    reason: field(reason(), 'Why the units were cancelled.'),
  });
export type NewCancellation = z.output<ReturnType<typeof NewCancellation>>;

/** The fields that a change, a cancellation and a restoration can have together. */
const changeOrCancel = {
  anyOf: [
    { properties: { cancelled: never, restock: never } },
    { required: ['cancelled'], properties: { cancelled: isTrue, customer: never } },
    {
      required: ['cancelled'],
      properties: { cancelled: isFalse, restock: isFalse, customer: never },
    },
  ],
};

export const OrderPatch = (address = addressInput()) =>
  patch({
    authorized: field(z.boolean(), 'Whether the order may be shipped.'),
    cancelled: field(z.boolean(), 'Whether the order is cancelled.'),
    restock: field(
      z.boolean(),
      'Releases the reserved stock of the order. It needs `cancelled: true` in the same request. Repeating it has no further effect.',
    ),
    visible: field(z.boolean(), 'Whether the dashboard and the store front show the order.'),
    customer: field(
      z.nullable(customer()),
      'Replaces the whole customer. Null removes it. It cannot be combined with `cancelled`.',
    ),
    shipping_address: field(
      z.nullable(address),
      'Replaces the whole shipping address. Null removes it. It can be changed while any shipment is `ready`.',
    ),
    billing_address: field(z.nullable(address), 'Replaces the whole billing address. Null removes it.'),
    note: field(removable(multiLine(2000)), 'Replaces the note. Null removes it.'),
    reference: field(removable(reference()), "Replaces the store's own number for the order. Null removes it."),
    tags: field(z.nullable(tags()), 'Replaces all tags. Null or an empty list removes them.'),
    metadata: field(z.nullable(smallObject()), "Replaces the store's own data. Null removes it."),
  }).check(
    notBoth('customer', 'cancelled', 'send it in a separate request'),
    rule(
      z.refine(({ cancelled, restock }) => restock === undefined || cancelled === true || (!restock && cancelled === false), {
        ...across('cancelled', 'restock'),
        path: ['restock'],
        error: 'needs `cancelled` in the same request, which must be true if `restock` is true; otherwise leave `restock` out',
      }),
      changeOrCancel,
    ),
  );
export type OrderPatch = z.output<ReturnType<typeof OrderPatch>>;

const units = () =>
  z
    .array(
      named(
        z.strictObject({
          sku: field(sku(), 'The SKU of the product.'),
          quantity: field(quantity(), 'The number of units.'),
        }),
        'Units',
        'Units of a product.',
      ),
    )
    .check(z.minLength(1), z.maxLength(maxLines));

export const NewShipment = () =>
  z.strictObject({
    from: field(name(), 'The ID of the shipment to take the units from.'),
    lines: field(units(), 'The units to move. At least one unit must stay in the shipment.'),
  });
export type NewShipment = z.output<ReturnType<typeof NewShipment>>;

export const NewReturn = () =>
  z.strictObject({
    lines: field(z.optional(units()), 'The returned units. Defaults to all units that have not been returned yet.'),
    restock: field(
      z.optional(z.boolean()),
      'Whether to make the units available again. Defaults to true. Has no effect on products whose stock was not tracked when the order was placed.',
    ),
    reason: field(reason(), 'Why the goods were returned.'),
  });
export type NewReturn = z.output<ReturnType<typeof NewReturn>>;

export const shipmentStates = ['ready', 'shipped', 'delivered'] as const;

export const ShipmentPatch = () =>
  patch({
    state: field(
      z.enum(shipmentStates),
      'The new state. The order must be authorized. Any state can follow any other, except that the shipments of a cancelled order cannot leave `ready`, and that a shipment with returned units cannot go back to `ready`.',
    ),
    target_delivery: field(removable(dateTime()), 'The planned delivery time. Null removes it.'),
    carrier: field(removable(singleLine(100)), 'The carrier. Null removes it.'),
    tracking_number: field(removable(singleLine(100)), "The carrier's tracking number. Null removes it."),
    tracking_url: field(removable(httpsUrl()), 'The URL at which the customer can follow the shipment. Null removes it.'),
  });
export type ShipmentPatch = z.output<ReturnType<typeof ShipmentPatch>>;

export const orderFilters = () => ({
  authorized: field(flag(), 'Only orders that are authorized, or only those that are not.'),
  cancelled: field(flag(), 'Only orders that are cancelled, or only those that are not.'),
  visible: field(flag(), 'Only orders that are visible, or only those that are hidden.'),
  settled: field(flag(), 'Only orders with a balance of 0, or only those with another balance.'),
  shipment_state: field(z.optional(z.enum(shipmentStates)), 'Only orders with a shipment in this state.'),
  overpaid: field(
    flag(),
    'Only orders with a negative balance, which means a refund is due, or only the others. A change can take a second to show.',
  ),
  shippable: field(
    flag(),
    'Only orders that are authorized, not cancelled, and have a `ready` shipment, or only the others. A change can take a second to show.',
  ),
  tag: field(z.optional(tag()), 'Only orders with exactly this tag.'),
  sku: field(
    z.optional(sku()),
    'Only orders with a line of this product. With `shippable=true`, the request reads only the orders that can ship.',
  ),
  order: field(z.optional(z.enum(['asc'])), 'Lowest number first. It cannot be combined with `q`.'),
  created_from: field(z.optional(dateTime()), 'Only orders placed at or after this time.'),
  created_to: field(z.optional(dateTime()), 'Only orders placed at or before this time.'),
  updated_from: field(
    z.optional(dateTime()),
    'All orders that changed at or after this time, oldest change first. Next time, send `synced_until` as `updated_from`. It cannot be combined with other filters.',
  ),
  q: field(
    z.optional(
      singleLine(254).check(
        rule(
          z.refine((q) => [...q.trim()].length >= 2, 'must have at least 2 characters'),
          twoCharacters,
        ),
      ),
    ),
    'Finds orders by the order number, with or without a leading `#`; the whole e-mail address of the customer; the end of their phone number (7 digits or more); or the beginning of a name, a company, a `reference` or a tracking number. Case, accents and punctuation do not matter.',
  ),
});
export type OrderFilters = FiltersOf<typeof orderFilters>;
