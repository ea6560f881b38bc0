/** Aborts when the user or the system asks the process to stop. */
export function interruption(): AbortSignal {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());
  return stop.signal;
}

const concurrency = 8;

/** Handles the items in order, several at once. Stops early on `stop` or on an error, after those in flight have finished. */
export async function handleAll<T>(items: Iterable<T>, stop: AbortSignal, handle: (item: T) => Promise<void>): Promise<void> {
  const failure = new AbortController();
  const stopped = AbortSignal.any([stop, failure.signal]);
  const queue = Iterator.from(items);
  const work = async () => {
    for (const item of queue) {
      if (stopped.aborted) return;
      await handle(item);
    }
  };
  const workers = Array.from({ length: concurrency }, () => work().catch((error) => failure.abort(error)));
  await Promise.all(workers);
  failure.signal.throwIfAborted();
}
