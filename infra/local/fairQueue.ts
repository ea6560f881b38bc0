/** Works on messages at most `most` at once and `each` of one group, the groups taking turns; a message waiting already is not queued twice. */
export function fairQueue(work: (message: string) => Promise<void>, { most, each }: { most: number; each: number }) {
  const waiting = new Map<string, Set<string>>();
  const running = new Map<string, number>();
  let atWork = 0;
  let idle = () => {};
  let closed = false;

  function next(): void {
    for (const [group, messages] of waiting) {
      if (atWork >= most) return;
      if ((running.get(group) ?? 0) >= each) continue;
      const [message] = messages as Iterable<string> as [string];
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
    next();
    if (atWork === 0) idle();
  }

  function count(group: string, by: 1 | -1) {
    atWork += by;
    const now = (running.get(group) ?? 0) + by;
    if (now > 0) running.set(group, now);
    else running.delete(group);
  }

  return {
    push(group: string, message: string) {
      if (closed) return;
      const messages = waiting.get(group) ?? new Set();
      waiting.set(group, messages.add(message));
      next();
    },
    /** Takes nothing more, forgets what waits, and resolves when nothing is at work any more. */
    close: () =>
      new Promise<void>((resolve) => {
        closed = true;
        waiting.clear();
        idle = resolve;
        if (atWork === 0) resolve();
      }),
  };
}
