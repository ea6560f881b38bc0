import type { WebhookName } from './inputs.ts';
import type { Delivery } from './schema.ts';

export const webhookKey = (name: WebhookName) => `WEBHOOK#${name}`;

/** The settings of a webhook and the health of its receiver. */
export type WebhookItem = {
  url: string | null;
  updated: string | null;
  /** Newest first. A replaced secret keeps signing for one more day. */
  secrets: { secret: string; replaced: string | null }[];
  /** Increases with each change of the settings. */
  revision: number;
  /** The receiver responded with 410: nothing is sent until the URL is set again. */
  paused?: boolean;
  last_success?: string;
  last_failure?: string;
  failures_in_a_row?: number;
  /** Recent failures since the last success, back-off or change of the URL. */
  failures?: { time: string }[];
  /** The number of back-offs in a row, and when the current one ends; an empty string if there is none. */
  rests?: number;
  rest_until?: string;
  /** The number of responses in a row that took over two seconds. */
  slow_in_a_row?: number;
  /** When the lease of each slot ends; an empty string if it is free. */
  slot_1?: string;
  slot_2?: string;
  slot_3?: string;
  slot_4?: string;
  slot_5?: string;
  /** A time-ordered ID for each test call of the last minute, and the same for bulk redeliveries. */
  recent_tests?: string[];
  recent_redeliveries?: string[];
  /** When to check for parked deliveries, and whether the last check found none. */
  due?: string;
  looked?: boolean;
};

export type DeliveryItem = Omit<Delivery, 'due'> & {
  /** Attempts since it was created or redelivered; `attempts` keeps only the latest. */
  tries: number;
  restarted?: string;
  /** When it last failed as a probe after a back-off. */
  probed?: string;
  due?: string;
  due_shard?: string;
  /** The order's customer was erased, so no answers are kept. */
  erased?: true;
};
