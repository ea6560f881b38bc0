import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';

const real = { wall: Date.now.bind(Date), ticks: performance.now.bind(performance) };

/** Stops the wall clock and the monotonic clock of the process. Timers keep running, because database calls need them. */
function freezeClocks() {
  const now = { wall: real.wall(), ticks: real.ticks() };
  stopDate(now.wall);
  // Not a spy, because tests restore those.
  performance.now = () => now.ticks;
  return {
    /** Advances the clocks. The wall clock may advance by a different amount, or go back. */
    advance(seconds: number, wallSeconds = seconds) {
      now.ticks += seconds * 1000;
      now.wall += wallSeconds * 1000;
      jest.setSystemTime(now.wall);
    },
    release() {
      Reflect.deleteProperty(performance, 'now');
      jest.useRealTimers();
    },
  };
}

/** Stops the clocks during each test of a file. */
export const fakeClocks = () => stopClocks(beforeEach, afterEach);

/**
 * Stops the clocks during a whole file that counts database calls, or picks one by its number. A key that leaves the cache after
 * 25 seconds would add a call.
 */
export const holdClocks = () => stopClocks(beforeAll, afterAll);

/** Stops only the wall clock during a block of tests. The monotonic clock still measures how long something takes. */
export function holdWallClock(): void {
  beforeAll(() => stopDate(real.wall()));
  afterAll(() => void jest.useRealTimers());
}

type Hook = (act: () => void) => void;

function stopClocks(before: Hook, after: Hook) {
  let frozen: ReturnType<typeof freezeClocks>;
  before(() => {
    frozen = freezeClocks();
  });
  after(() => frozen.release());
  return { advance: (seconds: number, wallSeconds?: number) => frozen.advance(seconds, wallSeconds) };
}

/** Time that a test lets pass: by advancing the clocks, or over HTTP by waiting. */
export function passingTime() {
  if ('overHttp' in globalThis) return { pass: (seconds: number) => sleep(seconds * 1000 + 50) };
  const { advance } = fakeClocks();
  return { pass: async (seconds: number) => advance(seconds) };
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

const stopDate = (now: number) => void jest.useFakeTimers({ now, doNotFake: [...everyTimer] });

/** The result of `work`, which must end before a timer of this length. A busy machine delays both alike. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    sleep(ms, undefined, { ref: false }).then(() => {
      throw new Error(`did not end within ${ms} ms`);
    }),
  ]);
