import * as z from 'zod/mini';
import { Order } from '../../lib/order/schema.ts';
import { ReceivedRate } from '../../lib/shipping/inputs.ts';
import { Address } from '../../lib/values/address.ts';
import { maxTries } from '../../lib/webhook/schedule.ts';
import { callOf } from './examples.ts';
import { nameOf, nameSchema } from './named.ts';
import { jsonSchema, type Schema } from './schemas.ts';

const event = <T extends string, D extends z.ZodMiniType>(type: T, data: D) =>
  z.object({
    type: z.literal(type),
    id: z.string(),
    created: z.string(),
    tenant: z.string(),
    test: z.optional(z.literal(true)),
    data,
  });

const asked = z.object({
  sku: z.string(),
  name: z.string(),
  quantity: z.number(),
  price: z.number(),
  weight: z.nullable(z.number()),
});
const question = z.object({ destination: Address, lines: z.array(asked), currency: z.string(), subtotal: z.number() });

type Described = { summary: string; description: string; event: z.ZodMiniType; answer: z.ZodMiniType; answers: object };

const calls: Record<string, Described> = {
  'confirm-order': {
    summary: 'Confirm an order',
    description: `Sent for every order that is placed while a URL is set, at least once and under one id, until an attempt is answered with 2xx, ${maxTries} times at most. A receiver has 10 seconds.`,
    event: event('confirm-order', z.object({ order: Order })),
    answer: z.looseObject({ authorized: z.optional(z.boolean()) }),
    answers: { 410: { description: 'Pauses the webhook until its URL is set again.' } },
  },
  'calculate-shipping-rates': {
    summary: 'Calculate shipping rates',
    description: 'Sent while somebody waits for shipping rates: one attempt, and 4 seconds in all.',
    event: event('calculate-shipping-rates', question),
    answer: z.looseObject({ rates: z.array(ReceivedRate()) }),
    answers: {},
  },
};

for (const [name, { summary, event, answer }] of Object.entries(calls)) {
  nameSchema(nameOf(name), event, `What the webhook \`${name}\` is sent.`);
  nameSchema(`${nameOf(name)}Answer`, answer, `What a receiver may answer to: ${summary}.`);
}

const signature = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** The calls that the service makes to the webhooks of a store. */
export const webhooksOf = (components: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, { post: webhook(name, call, components) }]));

function webhook(
  name: string,
  { summary, description, event, answer, answers }: Described,
  components: Record<string, Schema>,
) {
  const example = callOf(name);
  const sent = jsonSchema(event, nameOf(name), 'output', components);
  const expected = jsonSchema(answer, `${nameOf(name)}Answer`, 'input', components);
  return {
    operationId: name,
    summary,
    description,
    tags: ['Webhooks'],
    security: [],
    parameters: [
      signature('webhook-id', 'The id of the event, the same in every attempt.'),
      signature('webhook-timestamp', 'When it was signed, in seconds since 1970.'),
      signature('webhook-signature', 'Signatures by Standard Webhooks, `v1,…`, separated by spaces.'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: sent, example: example.body } } },
    responses: {
      '2XX': { description: 'Received.', content: { 'application/json': { schema: expected, example: example.answer } } },
      ...answers,
      default: { description: 'Any other answer is a failure.' },
    },
  };
}
