import * as z from 'zod/mini';
import { count, field, nextCursor, time } from '../values/documented.ts';
import { deliveryStates, webhookNames } from './inputs.ts';

export const Webhook = z.object({
  name: field(z.enum(webhookNames), 'The name of the webhook.'),
  url: field(z.nullable(z.string()), 'The URL that the service calls. Null if none is set.'),
  updated: field(z.nullable(time), 'When the webhook last changed. Null if it never changed.'),
  secret_last_four: field(z.nullable(z.string()), 'The last four characters of the signing secret. Null if there is none.'),
  health: field(
    z.object({
      state: field(
        z.enum(['ok', 'failing', 'resting', 'paused', 'unused']),
        '`ok`: the last call succeeded. `failing`: it failed. `resting`: calls are on hold after repeated failures. `paused`: the receiver responded with 410. `unused`: no call has been made yet.',
      ),
      until: field(z.nullable(time), 'When the back-off ends. Null unless the receiver is `resting`.'),
      last_success: field(z.nullable(time), 'When a call last succeeded.'),
      last_failure: field(z.nullable(time), 'When a call last failed.'),
      failures_in_a_row: field(count, 'The number of failed calls since the last success.'),
    }),
    'The recent health of the receiver.',
  ),
});
export type Webhook = z.infer<typeof Webhook>;

export const Delivery = z.object({
  id: field(z.string(), 'The ID of the event. It is the same in every attempt.'),
  order: field(z.string(), 'The order number.'),
  state: field(
    z.enum(deliveryStates),
    '`pending` until the event is `delivered` or has `failed`. `waiting` while no URL is set, or while the receiver is paused or resting. It is `failed` if it is still waiting 75 hours after its order was placed or it was last restarted.',
  ),
  created: field(time, 'When the event was created.'),
  due: field(z.nullable(time), 'When the next attempt is due. Null if there is none.'),
  attempts: field(
    z.array(
      z.object({
        time: field(time, 'When the attempt was made.'),
        status: field(z.nullable(z.int()), 'The HTTP status of the response. Null if there was no response.'),
        duration_ms: field(z.int(), 'The duration in milliseconds.'),
        answer: field(z.nullable(z.string()), 'The beginning of the response, or why there was none.'),
      }),
    ),
    'The last 20 attempts, oldest first.',
  ),
});
export type Delivery = z.infer<typeof Delivery>;
export type Attempt = Delivery['attempts'][number];

const webhookAnswer = z.object({ webhook: Webhook });

export const answers = {
  getWebhook: webhookAnswer,
  changeWebhook: webhookAnswer,
  replaceWebhookSecret: z.object({ secret: field(z.string(), 'The new signing secret. It is shown only once.') }),
  testWebhook: z.object({
    test: field(
      z.object({
        ok: field(z.boolean(), 'Whether the receiver accepted the call.'),
        status: field(z.nullable(z.int()), 'The HTTP status of the response. Null if there was no response.'),
        duration_ms: field(z.int(), 'The duration in milliseconds.'),
        problem: field(z.nullable(z.string()), 'What went wrong, as a code such as `timeout`. Null if the call succeeded.'),
      }),
      'The result of the call.',
    ),
  }),
  getDeliveries: z.object({
    deliveries: field(z.array(Delivery), 'The deliveries of the last 30 days, newest first.'),
    next_cursor: nextCursor,
  }),
  redeliver: z.object({ delivery: Delivery }),
  redeliverAll: z.object({
    queued: field(count, 'The number of deliveries that this request restarted.'),
    next_cursor: field(z.nullable(z.string()), 'Send it as `cursor` to restart more deliveries. Null if there are no more.'),
  }),
};
