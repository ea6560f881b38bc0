import * as z from 'zod/mini';
import { count, field, named, time } from '../values/documented.ts';
import { deliveryStates, webhookName } from './inputs.ts';

const Health = named(
  z.object({
    state: field(
      z.enum(['ok', 'failing', 'resting', 'paused', 'unused']),
      '`ok`: the last call succeeded, or the URL has changed since a call failed. `failing`: the last call failed. `resting`: calls are on hold after repeated failures, or after slow responses of `calculate-shipping-rates`. `paused`: the receiver responded with 410 (for `calculate-shipping-rates`, that is an ordinary failure), every call of a webhook that follows orders failed for 75 hours, or the operator suspended the store. `unused`: no event has been sent yet.',
    ),
    until: field(z.nullable(time), 'When the back-off ends. Null unless the receiver is `resting`.'),
    last_success: field(
      z.nullable(time),
      'When a call last succeeded. A test call counts only if it ended a back-off, or if the webhook follows orders.',
    ),
    last_failure: field(z.nullable(time), 'When a call last failed. Test calls do not count.'),
    failures_in_a_row: field(
      count,
      'The number of failed calls since the last success or the last change of the URL. Test calls do not count.',
    ),
    rejected: field(
      z.optional(z.array(z.string())),
      'The numbers of the orders that the receiver has rejected and that will be sent again. Only webhooks that follow orders have it.',
    ),
    behind_since: field(
      z.optional(z.nullable(time)),
      'The time of the last change to the order that has been waiting longest to be sent. A further change restarts its wait. Null if everything was sent, apart from `rejected`. Only webhooks that follow orders have it.',
    ),
  }),
  'WebhookHealth',
  'The recent health of a receiver.',
);

export const Webhook = named(
  z.object({
    name: field(webhookName() as z.ZodMiniType<string>, 'The name of the webhook.'),
    url: field(z.nullable(z.string()), 'The URL that the service calls. Null if none is set.'),
    updated: field(
      z.nullable(time),
      'When the URL was last changed or removed. A new secret does not change it. Null if no URL was ever set.',
    ),
    secret_last_four: field(z.nullable(z.string()), 'The last four characters of the signing secret. Null if there is none.'),
    health: field(Health, 'The recent health of the receiver.'),
  }),
  'Webhook',
  'A webhook and the health of its receiver.',
);
export type Webhook = z.infer<typeof Webhook>;

const Attempt = named(
  z.object({
    time: field(time, 'When the attempt was made.'),
    status: field(z.nullable(z.int()), 'The HTTP status of the response. Null if there was no response.'),
    duration_ms: field(z.int(), 'The duration in milliseconds.'),
    answer: field(
      z.nullable(z.string()),
      'The beginning of the response, or why there was none. Null once the customer of the order was erased.',
    ),
  }),
  'DeliveryAttempt',
  'An attempt to deliver an event.',
);

export const Delivery = named(
  z.object({
    id: field(z.string(), 'The ID of the event. It is the same in every attempt.'),
    order: field(z.string(), 'The order number.'),
    state: field(
      z.enum(deliveryStates),
      '`pending` until the event is `delivered` or has `failed`. `waiting` if it became due while no URL was set, while the receiver was paused or resting, or while the store was suspended. It is `failed` if it is still waiting 75 hours after its order was placed or it was last restarted.',
    ),
    created: field(time, 'When the event was created.'),
    due: field(z.nullable(time), 'When the next attempt is due. Null if there is none.'),
    attempts: field(z.array(Attempt), 'The last 20 attempts, oldest first.'),
  }),
  'Delivery',
  'An event for a webhook, with the latest attempts to deliver it.',
);
export type Delivery = z.infer<typeof Delivery>;
export type Attempt = z.infer<typeof Attempt>;

export const TestResult = named(
  z.object({
    ok: field(z.boolean(), 'Whether the receiver accepted the call.'),
    status: field(z.nullable(z.int()), 'The HTTP status of the response. Null if there was no response.'),
    duration_ms: field(z.int(), 'The duration in milliseconds.'),
    problem: field(z.nullable(z.string()), 'What went wrong, as a code such as `timeout`. Null if the call succeeded.'),
  }),
  'TestCall',
  'The result of a test call.',
);
