import type { EventType } from './inputs.ts';

export const maxFollowers = 5;

/** Of tests, of bulk redeliveries, and of settings of `from`, each. */
export const maxPerMinute = 10;

/** How long a call may take. */
export const timeoutMs: Record<EventType, number> = {
  'confirm-order': 10_000,
  'calculate-shipping-rates': 4000,
  'order-changed': 10_000,
};
