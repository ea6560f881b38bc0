import * as z from 'zod/mini';
import { Order } from '../../../lib/order/schema.ts';
import { ReceivedRate } from '../../../lib/shipping/inputs.ts';
import { Address } from '../../../lib/values/address.ts';
import { count, field, named, time } from '../../../lib/values/documented.ts';
import { timeoutMs } from '../../../lib/webhook/limits.ts';
import { maxTries, maxWaitMs } from '../../../lib/webhook/schedule.ts';
import type { Call } from './examples.ts';
import type { Parts } from './operation.ts';
import { type Components, jsonSchema, nameOf } from './schemas.ts';

const event = <T extends string, D extends z.ZodMiniType>(type: T, created: string, data: D) =>
  z.object({
    type: field(
      z.literal(type),
      'The type of the event: the name of the webhook, or `order-changed` for all that follow orders.',
    ),
    id: field(z.string(), 'The ID of the event. It is the same in every attempt.'),
    created: field(time, created),
    tenant: field(z.string(), 'The ID of the tenant.'),
    test: field(z.optional(z.literal(true)), 'True in a test call, otherwise missing.'),
    data: field(data, 'The subject of the event.'),
  });

const line = z.object({
  sku: field(z.string(), 'The SKU of the product.'),
  name: field(z.string(), 'The name of the product.'),
  quantity: field(count, 'The number of units.'),
  price: field(z.number(), 'The price of one unit.'),
  weight: field(z.nullable(z.number()), 'The weight of one unit in grams. Null if unknown.'),
});
const cart = z.object({
  destination: field(Address, 'The shipping address.'),
  lines: field(z.array(line), 'The products to ship.'),
  currency: field(z.string(), 'The ISO 4217 code of the currency.'),
  subtotal: field(z.number(), 'The sum of all lines.'),
});

const change = z.object({
  version: field(count, 'The version of the order after the change.'),
  time: field(time, 'When it changed.'),
  operation: field(z.string(), 'The operation that changed it, such as `createPayment`.'),
});

type Webhook = { summary: string; description: string; event: z.ZodMiniType; answer: z.ZodMiniType; responses: object };

const webhooks: Record<string, Webhook> = {
  'confirm-order': {
    summary: 'Confirm an order',
    description: `Sent for every order that is placed while a URL is set. The service sends it until it gets a 2xx response, ${maxTries} times at most, always with the same event ID. After a back-off, the first call is a trial: if it fails, it does not count, unless the response is a 410 or has \`Retry-After\`. A call times out after ${timeoutMs['confirm-order'] / 1000} seconds.`,
    event: event('confirm-order', 'When the order was placed.', z.object({ order: field(Order, 'The order.') })),
    answer: z.looseObject({
      authorized: field(
        z.optional(z.boolean()),
        "Sets the order's `authorized`, unless someone has set it since the order was placed.",
      ),
    }),
    responses: { 410: { description: 'Pauses the webhook until its URL is set again.' } },
  },
  'calculate-shipping-rates': {
    summary: 'Calculate shipping rates',
    description: `Sent while a customer waits for shipping rates. There is one attempt, which times out after ${timeoutMs['calculate-shipping-rates'] / 1000} seconds.`,
    event: event('calculate-shipping-rates', 'When the rates were requested.', cart),
    answer: z.looseObject({
      rates: field(z.array(ReceivedRate()), 'The available shipping rates. The list may be empty.'),
    }),
    responses: {},
  },
  'order-changed': {
    summary: 'Follow all orders',
    description: `Sent when an order was placed or has changed, to each webhook whose name begins with \`order-changed\`. Changes in quick succession may come as one event. The service sends an order until it gets a 2xx response, with one event ID for each version of an order; sending \`from\` begins new IDs. An order that is rejected for ${maxWaitMs / 3600_000} hours, while others are accepted, waits for its next change. If no call succeeds for as long, the webhook is paused until its \`url\` or \`from\` is set. Keep the higher \`version\`. A call times out after ${timeoutMs['order-changed'] / 1000} seconds.`,
    event: event(
      'order-changed',
      'When the order changed.',
      z.object({
        order: field(Order, 'The order, in its latest version.'),
        changes: field(z.array(change), 'What happened to the order, oldest first, as far as its history goes.'),
      }),
    ),
    answer: z.looseObject({}),
    responses: { 410: { description: 'Pauses the webhook until its URL or `from` is set.' } },
  },
};

const signature = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** The calls that the service makes to the webhooks of a store. */
export const webhooksOf = ({ components, examples }: Parts) =>
  Object.fromEntries(
    Object.entries(webhooks).map(([name, webhook]) => [
      name,
      { post: callTo(name, webhook, components, examples.webhooks[name]) },
    ]),
  );

function callTo(
  name: string,
  { summary, description, event, answer, responses }: Webhook,
  components: Components,
  example: Call | undefined,
) {
  const sent = jsonSchema(named(event, nameOf(name), `The event of the webhook \`${name}\`.`), 'output', components);
  const expected = jsonSchema(
    named(answer, `${nameOf(name)}Answer`, `The receiver's response to: ${summary}.`),
    'input',
    components,
  );
  return {
    operationId: name,
    summary,
    description,
    tags: ['Webhooks'],
    security: [],
    parameters: [
      signature('webhook-id', 'The ID of the event. It is the same in every attempt.'),
      signature('webhook-timestamp', 'When the call was signed, in seconds since 1970-01-01 UTC.'),
      signature('webhook-signature', 'Standard Webhooks signatures, `v1,…`, separated by spaces.'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: sent, ...(example && { example: example.body }) } },
    },
    responses: {
      '2XX': {
        description: 'The event was received.',
        content: { 'application/json': { schema: expected, ...(example && { example: example.response }) } },
      },
      ...responses,
      default: { description: 'Any other response is a failure.' },
    },
  };
}
