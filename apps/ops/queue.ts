import { CommandError } from './commandError.ts';
import { problemText } from './connection.ts';

/** Aborts when the user or the system asks the process to stop. */
export function interruption(): AbortSignal {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());
  return stop.signal;
}

const concurrency = 8;

type Work<T> = {
  /** What the items are, for messages, such as `products`. */
  noun: string;
  items: readonly T[];
  /** The positions of the items that are finished. */
  finished: { has(at: number): boolean; size: number };
  /** Items of one group are handled in sequence. */
  groupOf(item: T, at: number): unknown;
  handle(item: T, at: number): Promise<void>;
  /** A dry run records nothing, so it cannot continue. */
  isDry?: boolean;
};

/** Handles the items that an earlier run has not finished, several at once. Throws if it stops before the last one. */
export async function finishAll<T>({ noun, items, finished, groupOf, handle, isDry }: Work<T>): Promise<void> {
  const stop = interruption();
  const remaining = [...items.entries()].filter(([at]) => !finished.has(at));
  const groups = Map.groupBy(remaining, ([at, item]) => groupOf(item, at)).values();
  const problem = await handleGroups(groups, stop, ([at, item]) => handle(item, at)).catch(problemText);
  if (finished.size === items.length) return;
  const advice = isDry ? '' : ' Run the same command again to continue.';
  throw new CommandError(`${problem ?? ''}Stopped after ${finished.size} of ${items.length} ${noun}.${advice}`);
}

/** Stops early on `stop` or on an error, after the items in flight have finished. */
async function handleGroups<T>(
  groups: IteratorObject<T[]>,
  stop: AbortSignal,
  handle: (item: T) => Promise<void>,
): Promise<void> {
  const failure = new AbortController();
  const stopped = AbortSignal.any([stop, failure.signal]);
  const work = async () => {
    for (const items of groups) {
      for (const item of items) {
        if (stopped.aborted) return;
        await handle(item);
      }
    }
  };
  const workers = Array.from({ length: concurrency }, () => work().catch((error) => failure.abort(error)));
  await Promise.all(workers);
  failure.signal.throwIfAborted();
}
