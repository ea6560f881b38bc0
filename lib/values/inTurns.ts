/** Runs a function for every item, a few at a time. The default stays below the rate limit of a small stage. */
export async function inTurns<T>(items: readonly T[], run: (item: T) => Promise<unknown>, atOnce = 4): Promise<void> {
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) await run(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
