import * as z from 'zod/mini';

export const webhookNames = ['confirm-order', 'calculate-shipping-rates'] as const;
export type WebhookName = (typeof webhookNames)[number];

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

/** A webhook as it is kept, with how its receiver has been lately. */
export type WebhookItem = {
  url: string | null;
  updated: string | null;
  /** The newest first; a replaced one signs for a day more. */
  secrets: { secret: string; replaced: string | null }[];
  /** The receiver has answered 410: nothing is sent until somebody sets the URL again. */
  paused?: boolean;
  last_success?: string;
  last_failure?: string;
  failures_in_a_row?: number;
  /** When it failed lately, and in which era the call was decided on. */
  failures?: { time: string; era?: string }[];
  /** How often in a row it has been left alone, and until when. */
  rests?: number;
  rest_until?: string;
  /** Another with each rest and each URL: a failure of an era that is over leads to no rest any more. */
  era?: string;
  /** Goes up with every change of the settings. */
  revision?: number;
};

export type DeliveryItem = Omit<Delivery, 'due'> & {
  /** Attempts since it was placed or redelivered, not all of which are kept. */
  tries: number;
  due?: string;
};
