import type { WebhookName } from './inputs.ts';
import type { Delivery } from './schema.ts';

export const webhookKey = (name: WebhookName) => `WEBHOOK#${name}`;

/** The settings of a webhook and the health of its receiver. */
export type WebhookItem = {
  url: string | null;
  updated: string | null;
  /** Newest first. A replaced secret keeps signing for one more day. */
  secrets: { secret: string; replaced: string | null }[];
  /** The receiver answered 410: nothing is sent until the URL is set again. */
  paused?: boolean;
  last_success?: string;
  last_failure?: string;
  failures_in_a_row?: number;
  /** Recent failures, each with the era in which the call began. */
  failures?: { time: string; era?: string }[];
  /** How many times in a row it has rested, and until when. */
  rests?: number;
  rest_until?: string;
  /** Changes with each rest and each new URL, so that a failure of an earlier era does not start another rest. */
  era?: string;
  /** Goes up with every change of the settings. */
  revision?: number;
};

export type DeliveryItem = Omit<Delivery, 'due'> & {
  /** Attempts since it was created or redelivered; `attempts` keeps only the latest. */
  tries: number;
  due?: string;
};
