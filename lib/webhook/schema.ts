import * as z from 'zod/mini';
import { webhookNames } from './inputs.ts';

export const Webhook = z.object({
  name: z.enum(webhookNames),
  url: z.nullable(z.string()),
  updated: z.nullable(z.string()),
  secret_last_four: z.nullable(z.string()),
  health: z.object({
    state: z.enum(['ok', 'failing', 'resting', 'paused', 'unused']),
    last_success: z.nullable(z.string()),
    last_failure: z.nullable(z.string()),
    failures_in_a_row: z.number(),
  }),
});
export type Webhook = z.infer<typeof Webhook>;

export const Delivery = z.object({
  id: z.string(),
  order: z.string(),
  state: z.enum(['pending', 'delivered', 'failed', 'waiting']),
  created: z.string(),
  due: z.nullable(z.string()),
  attempts: z.array(
    z.object({ time: z.string(), status: z.nullable(z.number()), duration_ms: z.number(), answer: z.nullable(z.string()) }),
  ),
});
export type Delivery = z.infer<typeof Delivery>;
export type Attempt = Delivery['attempts'][number];

const webhookAnswer = z.object({ webhook: Webhook });

export const answers = {
  getWebhook: webhookAnswer,
  changeWebhook: webhookAnswer,
  replaceWebhookSecret: z.object({ secret: z.string() }),
  testWebhook: z.object({
    test: z.object({
      ok: z.boolean(),
      status: z.nullable(z.number()),
      duration_ms: z.number(),
      problem: z.nullable(z.string()),
    }),
  }),
  getDeliveries: z.object({ deliveries: z.array(Delivery), next_cursor: z.nullable(z.string()) }),
  redeliver: z.object({ delivery: Delivery }),
};
