/** Lets tasks share a time that advances only while all of them wait for it, so that they run in chronological order. */
export function sharedTime(advance: (seconds: number) => void) {
  let running = 0;
  const waiting: { at: number; resume: () => void }[] = [];

  function resumeNext() {
    if (running > 0) return;
    const [next] = waiting.sort((a, b) => a.at - b.at).splice(0, 1);
    if (!next) return;
    advance(Math.max(next.at - Date.now(), 0) / 1000);
    running += 1;
    next.resume();
  }

  function stop() {
    running -= 1;
    resumeNext();
  }

  return {
    until: (at: number) =>
      new Promise<void>((resume) => {
        waiting.push({ at, resume });
        stop();
      }),
    async run(tasks: (() => Promise<void>)[]): Promise<void> {
      running += tasks.length;
      await Promise.all(tasks.map((task) => task().finally(stop)));
    },
  };
}
