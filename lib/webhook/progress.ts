import { maxWaitMs } from './schedule.ts';
import type { PositionItem, Rejected, WebhookItem } from './webhookItem.ts';

/** The waits before an order that was rejected once, twice, and so on, is sent again. The last one repeats. */
const waitsMs = [5_000, 30_000, 120_000, 300_000, 900_000];
/** If this many orders were rejected since one was received, the receiver itself fails, so one order at a time is tried. */
const maxRejectedInARow = 5;
const maxAtOnce = 50;
/** About 120 KB. Further changes wait. */
export const maxRejected = 1000;
/** About 150 KB. */
const maxSent = 10_000;
/** A request can store `updated` up to 10 seconds after it was set, and the index has another 10 to show it. */
export const slackMs = 20_000;

/** An order in the index of changes, and when it changed. */
export type Changed = { number: string; updated: number };

/** What was read from the index: from the position to `to`, which is infinite at the end of the index. */
export type Reading = { changed: Changed[]; at: number; to: number };

/** What a follower has sent. */
export type Progress = {
  position: number;
  sent: Map<string, number>;
  rejected: Map<string, Rejected>;
  probes: number;
  /** When somebody last let it send at once what was rejected. */
  woken: string;
  failures: number;
  failingSince: string | undefined;
  lastSuccess: string | undefined;
  lastFailure: string | undefined;
  isPaused: boolean;
};

export function progressOf({ position, sent, rejected, probes }: PositionItem, follower: WebhookItem): Progress {
  const { woken = '', last_failure: lastFailure } = follower;
  return {
    position: Date.parse(position),
    sent: new Map(Object.entries(sent)),
    rejected: new Map(Object.entries(rejected)),
    // Whoever woke it since the last failure expects that the receiver works again.
    probes: woken > (lastFailure ?? '') ? 0 : probes,
    woken,
    failures: follower.failures_in_a_row ?? 0,
    failingSince: follower.failing_since,
    lastSuccess: follower.last_success,
    lastFailure,
    isPaused: false,
  };
}

/** What is stored of it as the position. */
export const positionOf = ({ position, sent, rejected, probes }: Progress) => ({
  position: new Date(position).toISOString(),
  sent: Object.fromEntries(sent),
  rejected: Object.fromEntries(rejected),
  probes,
});

/** What is stored of it with the settings. */
export const healthValues = ({ failures, failingSince, lastSuccess, lastFailure, rejected }: Progress) => ({
  failures_in_a_row: failures,
  failing_since: failingSince,
  last_success: lastSuccess,
  last_failure: lastFailure,
  rejected: [...rejected.keys()],
});

/** Whether the latest change of an order was sent already, or the order waits among the rejected ones. */
export const isHandled = ({ sent, rejected }: Progress, { number, updated }: Changed) =>
  rejected.has(number) || (sent.get(number) ?? 0) >= updated;

/** Whether the receiver itself seems to fail. One order that it rejects again and again is no sign of that. */
export function isFailing({ rejected, lastSuccess = '', woken }: Progress): boolean {
  const inARow = [...rejected.values()].filter(({ tried }) => tried > lastSuccess && tried >= woken);
  return inARow.length >= maxRejectedInARow;
}

const waitAfter = (failures: number) => waitsMs[Math.min(failures, waitsMs.length - 1)] as number;

/** An order that was never tried does not wait longer for its first attempt. */
const maxFreshWaitMs = 30_000;

/** While the receiver fails, when the next order may be tried. */
function nextProbe({ lastFailure = '', probes }: Progress, hasFresh: boolean): number {
  const wait = waitAfter(probes);
  return Date.parse(lastFailure) + (hasFresh ? Math.min(wait, maxFreshWaitMs) : wait);
}

type Now = { now: Date; running: ReadonlySet<string> };

/** The orders to send now, none of them twice at once. */
export function ordersToSend(progress: Progress, { changed }: Reading, { now, running }: Now): string[] {
  if (progress.isPaused) return [];
  const { sent, rejected, woken } = progress;
  const fresh = changed.filter((one) => !isHandled(progress, one) && !running.has(one.number)).map(({ number }) => number);
  const fails = isFailing(progress);
  if (fails && now.getTime() < nextProbe(progress, fresh.length > 0)) return [];
  const isDue = ({ due, tried }: Rejected) => due <= now.toISOString() || tried < woken;
  const again = [...rejected].filter(([number, one]) => isDue(one) && !running.has(number)).map(([number]) => number);
  // The position cannot move past the oldest change until that is sent, however much was sent after it.
  const most = sent.size < maxSent ? maxRejected : rejected.size + 1;
  const room = Math.max(0, Math.min(most, maxRejected) - rejected.size - running.size);
  const atOnce = fails ? 1 : maxAtOnce;
  const all = new Set([...fresh.slice(0, room), ...again]);
  return [...all].slice(0, Math.max(0, atOnce - running.size));
}

/** Records that a state of an order was received. */
export function recordSent(progress: Progress, { number, updated }: Changed, now: Date): void {
  progress.sent.set(number, updated);
  progress.rejected.delete(number);
  progress.probes = 0;
  progress.failures = 0;
  progress.failingSince = undefined;
  progress.lastSuccess = now.toISOString();
}

/**
 * Records a failed call. 75 hours of failures pause the follower. An order that was rejected for 75 hours without changing waits
 * for its next change.
 */
export function recordFailed(progress: Progress, order: Changed, { status, now, started, isProbe }: Failed): void {
  const { woken } = progress;
  const time = now.toISOString();
  progress.failures += 1;
  // Once it has given up all orders, it no longer calls the receiver, so earlier failures do not count.
  progress.failingSince = progress.rejected.size > 0 ? (progress.failingSince ?? time) : time;
  progress.lastFailure = time;
  progress.isPaused = progress.isPaused || status === 410 || ageOf(progress.failingSince, now) >= maxWaitMs;
  if (progress.isPaused) return;
  const { tries = 0, since = time } = progress.rejected.get(order.number) ?? {};
  progress.rejected.delete(order.number);
  const latestStart = [since, woken, new Date(order.updated).toISOString()].sort().at(-1) as string;
  if (ageOf(latestStart, now) >= maxWaitMs) return void progress.sent.set(order.number, order.updated);
  if (isProbe) progress.probes += 1;
  const due = new Date(now.getTime() + waitAfter(Math.max(tries, progress.probes))).toISOString();
  // Whoever wakes the follower during the call does not know its outcome.
  progress.rejected.set(order.number, { tries: tries + 1, since, tried: started.toISOString(), due });
}

type Failed = { status: number | null; started: Date; now: Date; isProbe: boolean };

const ageOf = (time: string, now: Date) => now.getTime() - Date.parse(time);

/**
 * Moves the position up to the oldest change that is not handled, or to where the index may still change, and forgets what was
 * sent before it. Returns false if there is nothing to forget.
 */
export function advance(progress: Progress, { changed, at, to }: Reading, lagMs: number): boolean {
  const open = changed.filter((one) => !isHandled(progress, one)).map(({ updated }) => updated);
  progress.position = Math.max(progress.position, Math.min(at - slackMs - lagMs, to, ...open));
  const before = [...progress.sent].filter(([, updated]) => updated < progress.position);
  for (const [number] of before) progress.sent.delete(number);
  return before.length > 0;
}

/** When an order is to be sent again. */
export function nextTry(progress: Progress, { changed }: Reading): number {
  const firstDue = Math.min(...[...progress.rejected.values()].map(({ due }) => Date.parse(due)));
  if (!isFailing(progress)) return firstDue;
  const hasFresh = changed.some((one) => !isHandled(progress, one));
  return Math.max(nextProbe(progress, hasFresh), hasFresh ? 0 : firstDue);
}
