import * as z from 'zod/mini';
import { field, rule } from '../values/documented.ts';
import { dateTime, ifValid, pastTime, patch, url } from '../values/fields.ts';
import { optional, removable } from '../values/optional.ts';
import { orderNumber } from '../values/text.ts';
import * as types from '../values/textTypes.ts';
import { urlProblem } from './receiverAddress.ts';

/** The webhooks of every store. */
export const webhookNames = ['confirm-order', 'calculate-shipping-rates'] as const;
export type FixedName = (typeof webhookNames)[number];

/** A webhook that receives every change of an order. A store creates it under a name of its choice. */
export type FollowerName = 'order-changed' | `order-changed-${string}`;

export type WebhookName = FixedName | FollowerName;

const follower = 'order-changed(-[a-z0-9-]{1,30})?';

export const isFollower = (name: string): name is FollowerName => new RegExp(`^${follower}$`).test(name);

/** The type of a webhook's events. */
export type EventType = FixedName | 'order-changed';

export const eventType = (name: WebhookName): EventType => (isFollower(name) ? 'order-changed' : name);

const namePattern = new RegExp(`^(${[...webhookNames, follower].join('|')})$`);

export const webhookName = (rule?: string) =>
  z.string().check(z.regex(namePattern, rule)) as unknown as z.ZodMiniType<WebhookName, string>;

export const deliveryStates = ['pending', 'delivered', 'failed', 'waiting'] as const;

const nameRule =
  'must be `confirm-order`, `calculate-shipping-rates`, `order-changed`, or `order-changed-` and 1 to 30 lower-case letters, digits or hyphens';

export const WebhookParams = () => z.object({ name: field(webhookName(nameRule), 'The name of the webhook.') });

export const DeliveryParams = () =>
  z.object({
    name: field(
      z.literal('confirm-order', 'must be `confirm-order`, because no other webhook has deliveries'),
      'The name of the webhook.',
    ),
  });

export const EventParams = () => z.extend(DeliveryParams(), { id: field(z.string(), 'The ID of the event.') });

export const deliveryFilters = () => ({
  state: field(z.optional(z.enum(deliveryStates)), 'Only deliveries in this state.'),
  order: field(
    z.optional(z.string().check(z.regex(orderNumber, 'must be an order number, like 1001'))),
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
  url(rule(z.refine(isWebhookUrl, { error: (issue) => urlProblem(issue.input as string), ...ifValid }), types.webhookUrl));

export const WebhookPatch = () =>
  patch({
    url: field(
      removable(webhookUrl()),
      'The public `https` URL to call, on port 443 or from 1024 to 65535, without a user name or password. Null removes it.',
    ),
    from: field(
      pastTime(),
      'Only for a webhook that follows orders: sends again every order that changed at or after this time.',
    ),
  });
export type WebhookPatch = z.output<ReturnType<typeof WebhookPatch>>;
