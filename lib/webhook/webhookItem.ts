import type { TenantItem } from '../tenant/tenantItem.ts';
import type { FollowerName, WebhookName } from './inputs.ts';
import type { Delivery } from './schema.ts';

export const webhookKey = (name: WebhookName | '') => `WEBHOOK#${name}`;

/** The settings of a webhook and the health of its receiver. */
export type WebhookItem = {
  url: string | null;
  updated: string | null;
  /** Newest first, sealed with a key of the deployment. A replaced secret keeps signing for one more day. */
  secrets: { secret: string; last_four?: string; replaced: string | null }[];
  /** Increases with each change of the settings. */
  revision: number;
  /** Nothing is sent: the receiver responded with 410, or a follower failed for 75 hours. Setting the URL or `from` ends it. */
  paused?: boolean;
  last_success?: string;
  last_failure?: string;
  failures_in_a_row?: number;
  /** Recent failures since the last success, back-off or change of the URL. */
  failures?: { time: string }[];
  /** The number of back-offs in a row, and when the current one ends; an empty string if there is none. */
  back_offs?: number;
  back_off_until?: string;
  /** The number of responses in a row that took over two seconds. */
  slow_in_a_row?: number;
  /** How long the last call took that held a slot. */
  last_duration_ms?: number;
  /** When the lease of each slot ends; an empty string if it is free. */
  slot_1?: string;
  slot_2?: string;
  slot_3?: string;
  slot_4?: string;
  slot_5?: string;
  /** When to check for parked deliveries, and whether the last check found none. */
  due?: string;
  found_none?: boolean;
  /** Until when a follower's run lasts, at most. In the past if there is none. */
  lease?: string;
  /** Someone asked for another run during one. */
  rung?: boolean;
  /** When the current row of a follower's failures began. */
  failing_since?: string;
  /** What a follower rejected before this time can be sent again at once. */
  woken?: string;
  /** The orders that a follower has rejected. */
  rejected?: string[];
};

/** What was done with a webhook in the last minute: a time-ordered ID for each. It outlives the webhook's removal. */
export type RecentItem = { tests?: string[]; redeliveries?: string[]; replays?: string[]; expires_at: number };

export const recentKey = (name: WebhookName) => `RECENT#${name}`;

/**
 * How far a follower is. Its runs write it, and so does each change of its URL or `from`, after which a run in progress cannot
 * save.
 */
export type PositionItem = {
  /** Part of the IDs of events. A new follower and a new `from` begin a new era. */
  era: string;
  /** Increases with every write. */
  revision: number;
  /** Everything that changed before this time was sent, or is in `rejected`. */
  position: string;
  /** What was sent from there on: the order's `updated` in milliseconds, by its number. */
  sent: Record<string, number>;
  rejected: Record<string, Rejected>;
  /** How many calls in a row failed while one order at a time is tried. */
  probes: number;
};

/** An order that was rejected: how often, since when, when this was last considered, and when to send it again. */
export type Rejected = { tries: number; since: string; tried: string; due: string };

export const positionKey = (name: FollowerName) => `POSITION#${name}`;

/** Whether a webhook of this account may be called now. */
export const isCallable = (webhook: WebhookItem, account: TenantItem | undefined): webhook is WebhookItem & { url: string } =>
  Boolean(webhook.url) && !webhook.paused && account?.suspended_since === undefined;

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
