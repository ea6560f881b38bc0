/** When something was read, by both clocks of the process. */
export type ReadTime = { wall: number; ticks: number };

export const readTime = (now: Date): ReadTime => ({ wall: now.getTime(), ticks: performance.now() });

/** Checks both clocks: the wall clock can be set back, and the monotonic clock can stop while the process is frozen. */
export const isRecent = ({ wall, ticks }: ReadTime, ms: number, now: Date): boolean =>
  performance.now() - ticks < ms && Math.abs(now.getTime() - wall) < ms;
