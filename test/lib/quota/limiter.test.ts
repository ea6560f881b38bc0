import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLimiter, type Usage } from '../../../lib/quota/limiter.ts';

const windowMs = 10_000;

/** Runs a request pattern over many instances, each of which serves one request at a time. Time is simulated. */
async function simulate(instances: number, quota: number, arrivals: readonly number[], seed: number) {
  let state = seed;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const events: { at: number; run: () => void }[] = [];
  const schedule = (at: number, run: () => void) => {
    const later = events.findIndex((event) => event.at > at);
    events.splice(later < 0 ? events.length : later, 0, { at, run });
  };
  let now = 0;
  let reports = 0;
  const counts = new Map<number, number>();
  const report = (instance: number) => (_: string, __: number, own: number) =>
    new Promise<Usage>((resolve) => {
      reports += 1;
      schedule(now + 5 + random() * 15, () => {
        counts.set(instance, own);
        resolve({ used: [...counts.values()].reduce((sum, count) => sum + count, 0), instances: counts.size });
      });
    });
  const limiters = Array.from({ length: instances }, (_, i) => createLimiter(report(i), windowMs));
  const idle = limiters.map((_, i) => i);
  let waiting = 0;
  let admitted = 0;
  let rejectedEarly = 0;
  const serve = () => {
    while (waiting > 0 && idle.length > 0) {
      waiting -= 1;
      const [instance = 0] = idle.splice(Math.floor(random() * idle.length), 1);
      const decision = limiters[instance]?.('tenant', quota, now);
      if (decision?.admitted) admitted += 1;
      else if (admitted < quota) rejectedEarly += 1;
      const workEnds = now + (decision?.admitted ? 10 + random() * 20 : 1);
      const done = () => {
        idle.push(instance);
        serve();
      };
      if (decision?.report) decision.report.then(() => schedule(Math.max(workEnds, now), done));
      else schedule(workEnds, done);
    }
  };
  for (const at of arrivals) {
    schedule(at, () => {
      waiting += 1;
      serve();
    });
  }
  for (let event = events.shift(); event && event.at < windowMs; event = events.shift()) {
    now = event.at;
    event.run();
    for (let i = 0; i < 4; i++) await null;
  }
  return { admitted, rejectedEarly, reports };
}

/** Requests are spread over the window, come all at once, or come late. */
const patterns: Record<string, (share: number) => number> = {
  even: (share) => share * (windowMs - 200),
  burst: (share) => share * 200,
  late: (share) => (share < 0.5 ? share * 200 : 9000 + (share - 0.5) * 1600),
};

describe.each(Object.keys(patterns))('under %s traffic', (pattern) => {
  test.each([
    [1, 500],
    [3, 100],
    [10, 500],
    [50, 500],
    [200, 100],
  ])('%d instances with a quota of %d admit at most a fifth more, plus 6 each', async (instances, quota) => {
    const arrivals = Array.from({ length: quota * 4 }, (_, i) => patterns[pattern]?.(i / (quota * 4)) as number);
    const { admitted, rejectedEarly } = await simulate(instances, quota, arrivals, 7);
    expect(rejectedEarly).toBe(0);
    // One of the six may be in flight before the first reports arrive.
    expect(admitted).toBeLessThanOrEqual(1.2 * quota + 6 * instances);
  });
});

test('a tenant below its quota is never limited', async () => {
  const traffic = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.array(fc.nat(9000), { maxLength: 100 }), fc.nat(1e6));
  await fc.assert(
    fc.asyncProperty(traffic, async ([instances, arrivals, seed]) => {
      const { rejectedEarly } = await simulate(instances, 100, arrivals, seed);
      expect(rejectedEarly).toBe(0);
    }),
    { numRuns: 50 },
  );
});

test('a quiet tenant needs no report, and a tenant at a quota of 5,000 needs at most 20 per 1,000 requests, and one more for each instance', async () => {
  const even = (count: number) => Array.from({ length: count }, (_, i) => (i / count) * 9800);
  expect((await simulate(1, 5000, even(5), 1)).reports).toBe(0);
  for (const instances of [1, 3, 10]) {
    const { reports } = await simulate(instances, 5000, even(5000), 1);
    expect((reports * 1000) / 5000).toBeLessThanOrEqual(20 + instances);
  }
});

test('an instance that shares the quota with others reports its share of a sixth, and five requests at least', async () => {
  const reported: number[] = [];
  const admit = createLimiter(async (_, __, own) => {
    reported.push(own);
    return { used: own, instances: reported.length < 4 ? 10 : 100 };
  }, windowMs);
  for (let i = 0; i < 70; i++) await admit('tenant', 1200, 0).report;
  expect(reported).toEqual([6, 12, 24, 44, 49, 54, 59, 64, 69]);
});
