import { inTurns } from '../../lib/values/inTurns.ts';
import { CommandError } from './commandError.ts';
import { problemText } from './connection.ts';
import { progressLine } from './progress.ts';

/** Aborts when the user or the system asks the process to stop. */
export function interruption(): AbortSignal {
  const stop = new AbortController();
  const onSignal = () => {
    stop.abort();
    // It may arrive twice, from the terminal and from npm. One that comes later ends the process at once.
    setTimeout(() => process.off('SIGINT', onSignal).off('SIGTERM', onSignal), 1000).unref();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return stop.signal;
}

const concurrency = 8;

type Work<T, R> = {
  /** What the items are, for messages, such as `products`. */
  noun: string;
  items: readonly T[];
  /** The results of an earlier run, by the position of the item. */
  earlier?: ReadonlyMap<number, R>;
  /** Items of one group are handled in sequence. By default, each item is a group. */
  groupOf?(item: T, at: number): unknown;
  handle(item: T, at: number): Promise<R>;
  /** A dry run records nothing, so it cannot continue. */
  isDry?: boolean;
};

/** Handles the items that an earlier run has not finished, several at once. Returns all results. Throws if it stops before the last item. */
export async function finishAll<T, R>(work: Work<T, R>): Promise<R[]> {
  const { noun, items, earlier = [], groupOf = (_, at) => at, handle, isDry } = work;
  const stop = interruption();
  const showProgress = progressLine();
  const results = new Map(earlier);
  const remaining = [...items.entries()].filter(([at]) => !results.has(at));
  const groups = Map.groupBy(remaining, ([at, item]) => groupOf(item, at));
  const finish = async ([at, item]: [number, T]) => {
    results.set(at, await handle(item, at));
    showProgress(`${results.size} of ${items.length} ${noun}`, results.size === items.length);
  };
  const problem = await handleGroups([...groups.values()], stop, finish).catch(problemText);
  if (results.size === items.length) return items.map((_, at) => results.get(at) as R);
  const advice = isDry ? '' : ' Run the same command again to continue.';
  throw new CommandError(`${problem ?? ''}Stopped after ${results.size} of ${items.length} ${noun}.${advice}`);
}

/** Stops early on `stop` or on an error, after the items in flight have finished. */
async function handleGroups<T>(groups: readonly T[][], stop: AbortSignal, handle: (item: T) => Promise<void>): Promise<void> {
  const failure = new AbortController();
  const stopped = AbortSignal.any([stop, failure.signal]);
  const work = async (items: T[]) => {
    for (const item of items) {
      if (stopped.aborted) return;
      await handle(item).catch((error) => failure.abort(error));
    }
  };
  await inTurns(groups, work, concurrency);
  failure.signal.throwIfAborted();
}
