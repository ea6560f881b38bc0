import * as z from 'zod/mini';
import { dateTime } from '../values/fields.ts';
import { optional, removable } from '../values/optional.ts';
import { urlProblem } from './receiverAddress.ts';

export const webhookNames = ['confirm-order', 'calculate-shipping-rates'] as const;
export type WebhookName = (typeof webhookNames)[number];

export const deliveryStates = ['pending', 'delivered', 'failed', 'waiting'] as const;

export const WebhookParams = () => z.object({ name: z.enum(webhookNames) });

export const DeliveryParams = () =>
  z.object({
    name: z.literal('confirm-order', {
      error: ({ input }) => (webhookNames.some((name) => name === input) ? 'Only `confirm-order` has deliveries.' : undefined),
    }),
  });

export const deliveryFilters = () => ({
  state: z.optional(z.enum(deliveryStates)),
  order: z.optional(z.string().check(z.regex(/^[1-9]\d{3,11}$/, 'must be an order number, like 1001'))),
});

/** The failed or waiting deliveries to send again, and where to continue. */
export const Redelivery = () =>
  z.strictObject({
    state: z.enum(['failed', 'waiting']),
    since: optional(dateTime()),
    cursor: optional(z.string()),
  });
export type Redelivery = z.output<ReturnType<typeof Redelivery>>;

export const isWebhookUrl = (text: string) => urlProblem(text) === undefined;

/** Checks the text of the URL. The address itself is checked when the service connects to it. */
const webhookUrl = () =>
  z.string().check(z.maxLength(2048), z.refine(isWebhookUrl, { error: (issue) => urlProblem(issue.input as string) }));

export const WebhookPatch = () => z.strictObject({ url: removable(webhookUrl()) });
