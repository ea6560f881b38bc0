import { afterEach, beforeEach, jest } from '@jest/globals';

const real = { wall: Date.now.bind(Date), ticks: performance.now.bind(performance) };

/**
 * The process's two clocks, held still: what time it is, and how long it has run. Timers go on as they do, so that the
 * database is met as ever. `release` gives the clocks back.
 */
function holdClocks() {
  const now = { wall: real.wall(), ticks: real.ticks() };
  jest.useFakeTimers({ now: now.wall, doNotFake: [...everyTimer] });
  const ticks = jest.spyOn(performance, 'now').mockImplementation(() => now.ticks);
  return {
    /** Lets time pass; each clock may go its own way, the wall clock backwards too. */
    pass(seconds: number, wallSeconds = seconds) {
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

/** Holds the clocks during each test of a file. */
export function heldClocks() {
  let held: ReturnType<typeof holdClocks>;
  beforeEach(() => {
    held = holdClocks();
  });
  afterEach(() => held.release());
  return { pass: (seconds: number, wallSeconds?: number) => held.pass(seconds, wallSeconds) };
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
