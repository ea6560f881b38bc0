type Limits = { concurrency: number; perGroup: number };

/**
 * Runs `work` on messages, with limits overall and for each group. Groups take turns. A message that is waiting already is not
 * queued twice.
 */
export function fairQueue(work: (message: string) => Promise<void>, { concurrency, perGroup }: Limits) {
  const waiting = new Map<string, Set<string>>();
  const running = new Map<string, number>();
  let total = 0;
  let onIdle = () => {};
  let isClosed = false;

  function startNext(): void {
    for (const [group, messages] of waiting) {
      if (total >= concurrency) return;
      if ((running.get(group) ?? 0) >= perGroup) continue;
      const message = messages.values().next().value as string;
      messages.delete(message);
      waiting.delete(group);
      if (messages.size > 0) waiting.set(group, messages);
      start(group, message);
    }
  }

  async function start(group: string, message: string) {
    count(group, 1);
    await work(message).catch((error: Error) => process.stderr.write(`${error.stack}\n`));
    count(group, -1);
    startNext();
    if (total === 0) onIdle();
  }

  function count(group: string, change: 1 | -1) {
    total += change;
    const ofGroup = (running.get(group) ?? 0) + change;
    if (ofGroup > 0) running.set(group, ofGroup);
    else running.delete(group);
  }

  return {
    push(group: string, message: string) {
      if (isClosed) return;
      const messages = waiting.get(group) ?? new Set();
      waiting.set(group, messages.add(message));
      startNext();
    },
    /** Drops what is waiting, accepts nothing more, and resolves when the running work has finished. */
    close: () =>
      new Promise<void>((resolve) => {
        isClosed = true;
        waiting.clear();
        onIdle = resolve;
        if (total === 0) resolve();
      }),
  };
}
