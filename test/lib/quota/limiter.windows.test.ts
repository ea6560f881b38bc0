import { describe, expect, test } from '@jest/globals';
import { createLimiter, type Usage } from '../../../lib/quota/limiter.ts';

const windowMs = 10_000;
type Admit = ReturnType<typeof createLimiter>;

/** Instances of the service that share their reports. Each returns its function that admits requests. */
function instances(count: number) {
  const reported = new Map<string, number>();
  const reports: { window: number; own: number }[] = [];
  const admits = Array.from({ length: count }, (_, instance) =>
    createLimiter(async (tenant, window, own): Promise<Usage> => {
      reports.push({ window, own });
      reported.set(`${tenant} ${window} ${instance}`, own);
      const owns = [...reported].flatMap(([key, each]) => (key.startsWith(`${tenant} ${window} `) ? [each] : []));
      return { used: owns.reduce((sum, each) => sum + each, 0), instances: owns.length };
    }, windowMs),
  );
  return { admits, reports };
}

/** Sends this many requests, each after the previous report. Returns how many were admitted. */
async function admitted(admit: Admit, count: number, { quota = 20, now = 0 } = {}) {
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const decision = admit('a', quota, now);
    if (decision.admitted) passed += 1;
    await decision.report;
  }
  return passed;
}

describe('one instance', () => {
  test('counts down the remaining requests', async () => {
    const [admit] = instances(1).admits as [Admit];
    const remaining = [];
    for (let i = 0; i < 8; i++) {
      const decision = admit('a', 20, 0);
      remaining.push(decision.remaining);
      await decision.report;
    }
    expect(remaining).toEqual([19, 18, 17, 16, 15, 14, 13, 12]);
  });

  test('reports a large response without waiting for another request', async () => {
    const { admits, reports } = instances(10);
    let passed = 0;
    for (const admit of admits) {
      for (let i = 0; i < 5; i++) {
        const decision = admit('a', 100, 0);
        if (decision.admitted) passed += 1;
        await decision.add(14).report;
      }
    }
    expect(reports[0]).toEqual({ window: 0, own: 15 });
    // Before its first report, an instance does not know the others.
    expect(passed).toBeLessThanOrEqual(Math.ceil(100 / 15) + 10);
  });

  test('sends one report at a time, and another after a failed one', async () => {
    let calls = 0;
    const admit = createLimiter(async () => {
      calls += 1;
      throw new Error('lost');
    }, windowMs);
    await admitted(admit, 5, { quota: 1000 });
    const first = admit('a', 1000, 0);
    expect(admit('a', 1000, 0).report).toBeUndefined();
    await expect(first.report).rejects.toThrow('lost');
    const second = admit('a', 1000, 0);
    await expect(second.report).rejects.toThrow('lost');
    expect(calls).toBe(2);
  });

  test('reports its sixth request, then twice the count each time, but at least once per sixth of the quota', async () => {
    const { admits, reports } = instances(1);
    const [admit] = admits as [Admit];
    await admitted(admit, 600, { quota: 600 });
    expect(reports.map(({ own }) => own)).toEqual([6, 12, 24, 48, 96, 192, 292, 392, 492, 592]);
  });

  test('still counts a request that began in the window before', async () => {
    const [admit] = instances(1).admits as [Admit];
    const now = 7 * windowMs;
    await admitted(admit, 20, { now: now - 1 });
    expect(await admitted(admit, 25, { now })).toBe(20);
    expect(await admitted(admit, 1, { now: now - 1 })).toBe(0);
    expect(await admitted(admit, 1, { now })).toBe(0);
  });

  test('starts counting again if the clock is set back', async () => {
    const [admit] = instances(1).admits as [Admit];
    expect(await admitted(admit, 25, { now: 9 * windowMs })).toBe(20);
    expect(await admitted(admit, 25)).toBe(20);
  });
});
