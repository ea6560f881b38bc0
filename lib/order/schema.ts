import * as z from 'zod/mini';
import { Address } from '../values/address.ts';
import { count, field, named, time } from '../values/documented.ts';
import { orderNumber } from '../values/text.ts';
import { shipmentStates } from './inputs.ts';

const line = field(count, "The position of the line in the order's lines, from 0. It never changes.");

const Line = named(
  z.object({
    line,
    sku: field(z.string(), 'The SKU of the product.'),
    name: field(z.string(), 'The name that was sent with the line, otherwise that of the product when the order was placed.'),
    quantity: field(count, 'The number of units.'),
    price: field(z.number(), 'The price of one unit.'),
    total: field(z.number(), 'Price times quantity.'),
    tax_rate: field(z.nullable(z.number()), 'The tax rate in percent. The price includes the tax.'),
    cancelled: field(count, 'How many of the units were cancelled before they left.'),
    credited: field(count, 'How many of the units were credited, by refunds and credits that named this line.'),
  }),
  'Line',
  'An order line.',
);

const PaymentLine = named(
  z.object({
    line,
    quantity: field(count, 'The number of units.'),
  }),
  'PaymentLine',
  'Units of an order line that a refund, a credit or a cancellation is for.',
);

const amountOf = (description: string) => field(z.number(), description);

export const ReportDay = named(
  z.object({
    day: field(z.iso.date(), "The day on which the orders were placed, in the store's time zone."),
    currency: field(z.string(), 'The currency of the amounts.'),
    orders: field(count, 'The number of orders that are not cancelled.'),
    cancelled: field(count, 'The number of orders that are cancelled.'),
    unauthorized: field(count, 'The number of orders that are neither authorized nor cancelled.'),
    unpaid: field(count, 'The number of orders with a balance above 0.'),
    ordered: amountOf('The totals of the orders that are not cancelled.'),
    credited: amountOf('What was taken off these orders.'),
    paid: amountOf('What has been paid so far for the orders of the day.'),
    refunded: amountOf('How much of `paid` was refunded.'),
    due: amountOf('What is still due. `ordered` - `credited` - `paid` + `refunded` = `due` - `overpaid`.'),
    overpaid: amountOf('What the store owes the customers.'),
  }),
  'ReportDay',
  'The orders of a day in one currency, as they are now.',
);
export type ReportDay = z.infer<typeof ReportDay>;

const Credit = named(
  z.object({
    id: field(z.string(), 'The ID of the credit.'),
    created: field(time, 'When the credit was recorded.'),
    amount: field(z.number(), 'By how much the order costs less.'),
    lines: field(z.nullable(z.array(PaymentLine)), 'The order lines that the credit is for. Null if none were named.'),
    reason: field(z.nullable(z.string()), 'The reason for the credit.'),
    cancelled: field(z.boolean(), 'Whether the units were cancelled before they left.'),
  }),
  'Credit',
  'What was taken off the order, by a credit or by cancelling a part. It never changes.',
);

const Return = named(
  z.object({
    id: field(z.string(), 'The ID of the return.'),
    created: field(time, 'When the return was recorded.'),
    shipment: field(z.string(), 'The ID of the shipment that the goods came back from.'),
    lines: field(
      z.array(
        z.object({
          sku: field(z.string(), 'The SKU of the product.'),
          quantity: field(count, 'The number of units that came back.'),
        }),
      ),
      'The products that came back.',
    ),
    restocked: field(z.boolean(), 'Whether the units were put back into stock, if the stock of the product is tracked.'),
    reason: field(z.nullable(z.string()), 'Why the goods were returned.'),
  }),
  'Return',
  'Goods that came back. It never changes.',
);

export const Payment = named(
  z.object({
    id: field(z.string(), 'The ID of the payment.'),
    total: field(z.number(), 'The amount. Negative for a refund.'),
    method: field(z.string(), 'The payment method. `refund` for every refund.'),
    created: field(time, 'When the payment was made.'),
    transaction_data: field(z.record(z.string(), z.unknown()), "The payment provider's data, with the values that were sent."),
    balance_after: field(z.number(), "The order's balance after this payment."),
    recorded: field(time, 'When the payment was recorded.'),
    credit: field(
      z.boolean(),
      'Whether a refund also lowered what the order costs, so that the refunded amount does not become due again.',
    ),
    lines: field(z.nullable(z.array(PaymentLine)), 'The order lines that a refund is for. Null if none were named.'),
    payment: field(z.nullable(z.string()), 'The ID of the payment that a refund returns. Null if none was named.'),
    reason: field(z.nullable(z.string()), 'The reason for a refund.'),
  }),
  'Payment',
  'A payment, or a refund with a negative total. It never changes.',
);
export type Payment = z.infer<typeof Payment>;

const ShipmentLine = named(
  z.object({
    sku: field(z.string(), 'The SKU of the product.'),
    quantity: field(count, 'The number of units.'),
    returned: field(count, 'How many of them were returned.'),
  }),
  'ShipmentLine',
  'A product in a shipment.',
);

export const Shipment = named(
  z.object({
    id: field(z.string(), 'The ID of the shipment.'),
    state: field(
      z.enum(shipmentStates),
      'The state. Leaving `ready` removes the reserved units from stock; returning to `ready` puts them back.',
    ),
    target_delivery: field(z.nullable(time), 'The planned delivery time.'),
    carrier: field(z.nullable(z.string()), 'The carrier.'),
    tracking_number: field(z.nullable(z.string()), "The carrier's tracking number."),
    tracking_url: field(z.nullable(z.string()), 'The URL at which the customer can follow the shipment.'),
    lines: field(z.array(ShipmentLine), 'The products in the shipment.'),
    updated: field(time, 'When the shipment last changed.'),
  }),
  'Shipment',
  'A shipment of an order.',
);
export type Shipment = z.infer<typeof Shipment>;

const Customer = named(
  z.object({
    id: field(z.nullable(z.string()), "The store's own ID for the customer."),
    first_name: field(z.nullable(z.string()), 'The first name.'),
    last_name: field(z.nullable(z.string()), 'The last name.'),
    company: field(z.nullable(z.string()), 'The company.'),
    email: field(z.nullable(z.string()), 'The e-mail address.'),
    phone: field(z.nullable(z.string()), 'The telephone number: digits, with or without a leading `+`.'),
  }),
  'Customer',
  'The customer of an order. Missing fields are null.',
);

const Shipping = named(
  z.object({
    name: field(z.string(), 'The name of the shipping method.'),
    price: field(z.number(), 'The shipping price.'),
    tax_rate: field(z.nullable(z.number()), 'The tax rate in percent. The price includes the tax.'),
  }),
  'Shipping',
  'A shipping method and its price.',
);

const Tax = named(
  z.object({
    rate: field(z.number(), 'The tax rate in percent.'),
    gross: field(z.number(), 'The sum of the lines and the shipping with this rate, including the tax.'),
    net: field(z.number(), 'The same without the tax.'),
    tax: field(z.number(), 'The tax.'),
  }),
  'Tax',
  'The tax in the total of an order, at one rate. It is rounded once.',
);

export const Order = named(
  z.object({
    number: field(z.string().check(z.regex(orderNumber)), 'The order number, from `1001` up. Numbers may have gaps.'),
    created: field(time, 'When the order was placed.'),
    updated: field(time, 'When the order last changed.'),
    version: field(z.int().check(z.minimum(1)), 'Increases by one with each change. The ETag contains it.'),
    currency: field(z.string(), 'The ISO 4217 code of the currency. All amounts are in its major unit.'),
    customer: field(z.nullable(Customer), 'The customer.'),
    shipping_address: field(z.nullable(Address), 'The shipping address.'),
    billing_address: field(z.nullable(Address), 'The billing address.'),
    note: field(z.nullable(z.string()), 'A note from the store or the customer.'),
    reference: field(z.nullable(z.string()), "The store's own number for the order."),
    tags: field(z.array(z.string()), 'The tags of the order.'),
    metadata: field(z.nullable(z.record(z.string(), z.unknown())), "The store's own data, with the values that were sent."),
    lines: field(z.array(Line), 'The order lines.'),
    shipping: field(z.nullable(Shipping), 'The shipping method and its price.'),
    subtotal: field(z.number(), 'The sum of all lines.'),
    total: field(z.number(), 'The sum of all lines and shipping.'),
    taxes: field(z.array(Tax), 'The tax in `total`, lowest rate first. Empty if nothing has a tax rate.'),
    credited: field(z.number(), 'The sum of all credits and of all refunds with `credit`.'),
    paid: field(z.number(), 'The sum of all payments, without refunds.'),
    refunded: field(z.number(), 'The sum of all refunds, as a positive number.'),
    balance: field(
      z.number(),
      'The amount due: `total` minus `credited` minus `paid` plus `refunded`. For a cancelled order, `total` and `credited` count as 0.',
    ),
    authorized: field(z.boolean(), 'Whether the order may be shipped.'),
    cancelled: field(z.boolean(), 'Whether the order is cancelled.'),
    visible: field(z.boolean(), 'Whether the dashboard and the store front show the order.'),
    payments: field(z.array(Payment), 'All payments and refunds, oldest first.'),
    shipments: field(z.array(Shipment), 'The shipments.'),
    credits: field(z.array(Credit), 'All credits and cancelled parts, oldest first. Refunds are in `payments`.'),
    returns: field(z.array(Return), 'All returns, oldest first.'),
  }),
  'Order',
  'An order with its lines, payments and shipments.',
);
export type Order = z.infer<typeof Order>;

export const HistoryEntry = named(
  z.object({
    time: field(time, 'When the order changed.'),
    version: field(count, "The order's version after the change."),
    operation: field(
      z.string(),
      "The operation, such as `updateOrder`, or `confirm-order` if the store's webhook made the change.",
    ),
    key: field(
      z.nullable(
        named(
          z.object({
            id: field(z.string(), 'The ID of the key.'),
            label: field(z.nullable(z.string()), 'What the key is for.'),
          }),
          'HistoryKey',
          'The key that made a change.',
        ),
      ),
      'The key that made the change. Null for the webhook.',
    ),
    actor: field(
      z.nullable(z.string()),
      "Who acted on the store's side: the `X-Actor` of the request or, with a staff key, the ID of its user.",
    ),
    request_id: field(z.nullable(z.string()), 'The `X-Request-Id` of the request. Null for the webhook.'),
    changes: field(
      z.array(
        named(
          z.object({
            field: field(
              z.string(),
              'A field of the order, `restock`, `payment`, `credit`, or a field of a shipment such as `shipments.shp_….state`.',
            ),
            from: field(
              z.unknown(),
              'The value before. Text is truncated to 100 characters. Null for `metadata`, and for what was erased.',
            ),
            to: field(
              z.unknown(),
              'The value after. For `payment` it is the ID of the payment, for `credit` the amount. Text is truncated to 100 characters. Null for `metadata`, and for what was erased.',
            ),
          }),
          'HistoryChange',
          'A changed field.',
        ),
      ),
      'The changed fields, except totals. Empty for `placeOrder`.',
    ),
  }),
  'HistoryEntry',
  'A change of an order.',
);
export type HistoryEntry = z.infer<typeof HistoryEntry>;

const orderActions = [
  ...(['pay', 'refund', 'credit', 'cancel_part', 'authorize', 'cancel', 'uncancel', 'restock', 'change_address'] as const),
];

export const Action = named(
  z.object({
    action: field(z.enum([...orderActions, 'ship', 'split', 'return']), 'The action.'),
    shipment: field(z.nullable(z.string()), 'The ID of the shipment. Null for an action on the whole order.'),
    allowed: field(
      z.boolean(),
      'Whether the order allows the request now, and the request would change something. Stock and the scopes of your key are not checked.',
    ),
    code: field(
      z.nullable(z.string()),
      'The error that the request would return. Null if the action is allowed, or would change nothing.',
    ),
    max: field(
      z.nullable(z.number()),
      'If the action is allowed: the most that can be paid, refunded, credited, cancelled, split off or returned. Null for other actions.',
    ),
  }),
  'OrderAction',
  'Whether something can be done with an order.',
);
export type Action = z.infer<typeof Action>;
