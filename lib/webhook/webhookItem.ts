import type { WebhookName } from './inputs.ts';
import type { Delivery } from './schema.ts';

export const webhookKey = (name: WebhookName) => `WEBHOOK#${name}`;

/** The settings of a webhook and the health of its receiver. */
export type WebhookItem = {
  url: string | null;
  updated: string | null;
  /** Newest first. A replaced secret keeps signing for one more day. */
  secrets: { secret: string; replaced: string | null }[];
  /** Goes up with every change of the settings. */
  revision?: number;
  /** The receiver answered 410: nothing is sent until the URL is set again. */
  paused?: boolean;
  last_success?: string;
  last_failure?: string;
  failures_in_a_row?: number;
  /** Recent failures since the last success, rest or change of the URL. */
  failures?: { time: string }[];
  /** How many times in a row it has rested, and until when; the empty text if it does not rest. */
  rests?: number;
  rest_until?: string;
  /** Its last answer took over a second. */
  slow?: boolean;
  /** Answers in a row that took over two seconds. */
  slow_in_a_row?: number;
  /** When the current window of test calls began, and how many it has seen. */
  tests_since?: string;
  tests?: number;
  /** When to look at the parked deliveries, and whether the last look found none. */
  due?: string;
  looked?: boolean;
};

export type DeliveryItem = Omit<Delivery, 'due'> & {
  /** Attempts since it was created or redelivered; `attempts` keeps only the latest. */
  tries: number;
  restarted?: string;
  due?: string;
  due_shard?: string;
};
