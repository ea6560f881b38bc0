import * as z from 'zod/mini';
import { field, rule } from '../values/documented.ts';
import { dateTime } from '../values/fields.ts';
import { optional, removable } from '../values/optional.ts';
import * as types from '../values/textTypes.ts';
import { urlProblem } from './receiverAddress.ts';

export const webhookNames = ['confirm-order', 'calculate-shipping-rates'] as const;
export type WebhookName = (typeof webhookNames)[number];

export const deliveryStates = ['pending', 'delivered', 'failed', 'waiting'] as const;

export const WebhookParams = () => z.object({ name: field(z.enum(webhookNames), 'The name of the webhook.') });

export const DeliveryParams = () =>
  z.object({
    name: field(
      z.literal('confirm-order', {
        error: ({ input }) =>
          webhookNames.some((name) => name === input) ? 'Only `confirm-order` has deliveries.' : undefined,
      }),
      'The name of the webhook.',
    ),
  });

export const EventParams = () => z.extend(DeliveryParams(), { id: field(z.string(), 'The ID of the event.') });

export const deliveryFilters = () => ({
  state: field(z.optional(z.enum(deliveryStates)), 'Only deliveries in this state.'),
  order: field(
    z.optional(z.string().check(z.regex(/^[1-9]\d{3,11}$/, 'must be an order number, like 1001'))),
    'Only the delivery of the order with this number.',
  ),
});

/** The failed or waiting deliveries to send again, and where to continue. */
export const Redelivery = () =>
  z.strictObject({
    state: field(z.enum(['failed', 'waiting']), 'Which deliveries to restart.'),
    since: field(optional(dateTime()), 'Only deliveries of orders placed at or after this time.'),
    cursor: field(optional(z.string()), 'The `next_cursor` of the previous request. Send it with the same `state`.'),
  });
export type Redelivery = z.output<ReturnType<typeof Redelivery>>;

const isWebhookUrl = (text: string) => urlProblem(text) === undefined;

/** Checks the text of the URL. The address itself is checked when the service connects to it. */
const webhookUrl = () =>
  z
    .string()
    .check(
      z.maxLength(2048),
      rule(z.refine(isWebhookUrl, { error: (issue) => urlProblem(issue.input as string) }), types.webhookUrl),
    );

export const WebhookPatch = () =>
  z.strictObject({ url: field(removable(webhookUrl()), 'The public `https` URL to call. Null removes it.') });
