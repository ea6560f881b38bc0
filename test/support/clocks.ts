import { afterEach, beforeEach, jest } from '@jest/globals';

const real = { wall: Date.now.bind(Date), ticks: performance.now.bind(performance) };

/** Stops the wall clock and the monotonic clock of the process. Timers keep running, because database calls need them. */
function freezeClocks() {
  const now = { wall: real.wall(), ticks: real.ticks() };
  jest.useFakeTimers({ now: now.wall, doNotFake: [...everyTimer] });
  const ticks = jest.spyOn(performance, 'now').mockImplementation(() => now.ticks);
  return {
    /** Advances the clocks. The wall clock may advance by a different amount, or go back. */
    advance(seconds: number, wallSeconds = seconds) {
      now.ticks += seconds * 1000;
      now.wall += wallSeconds * 1000;
      jest.setSystemTime(now.wall);
    },
    release() {
      ticks.mockRestore();
      jest.useRealTimers();
    },
  };
}

/** Does something while the clocks stand still. */
export async function atOnce<T>(work: () => Promise<T>): Promise<T> {
  const { release } = freezeClocks();
  return work().finally(release);
}

/** Stops the clocks during each test of a file. */
export function fakeClocks() {
  let frozen: ReturnType<typeof freezeClocks>;
  beforeEach(() => {
    frozen = freezeClocks();
  });
  afterEach(() => frozen.release());
  return { advance: (seconds: number, wallSeconds?: number) => frozen.advance(seconds, wallSeconds) };
}

const everyTimer = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;
