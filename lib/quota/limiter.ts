/** All instances' requests in a window, and how many instances have reported any. */
export type Usage = { used: number; instances: number };

/** Tells the other instances how many requests this one has admitted in a window; returns everybody's sum. */
export type Report = (tenant: string, window: number, own: number) => Promise<Usage>;

type Window = {
  number: number;
  /** Requests that this instance admitted, and how many of them `usage` includes. */
  own: number;
  included: number;
  usage: Usage;
  isReporting: boolean;
};

export type Decision = { admitted: boolean; remaining: number; report?: Promise<void> };

/** So many requests of an instance in a window are never reported, so a quiet tenant costs no call. */
const freeRequests = 5;
const maxTenants = 10_000;

/**
 * Limits each tenant's requests per window, counted in memory. Instances learn of each other by reports, which run beside
 * the requests and never hold one up. A request is rejected only if the quota really is used up; what passes above it is
 * bounded by what all instances together have not reported yet.
 */
export function createLimiter(report: Report, windowMs: number) {
  const windows = new Map<string, Window>();

  function windowOf(tenant: string, number: number): Window {
    const current = windows.get(tenant);
    if (current?.number === number) return current;
    if (windows.size >= maxTenants) for (const [other, { number: old }] of windows) if (old < number) windows.delete(other);
    const window = { number, own: 0, included: 0, usage: { used: 0, instances: 1 }, isReporting: false };
    windows.set(tenant, window);
    return window;
  }

  return function admit(tenant: string, quota: number, now: number): Decision {
    const window = windowOf(tenant, Math.floor(now / windowMs));
    const used = () => window.usage.used + window.own - window.included;
    if (used() >= quota) return { admitted: false, remaining: 0 };
    window.own += 1;
    const decision = { admitted: true, remaining: quota - used() };
    const unreported = window.own - window.included;
    if (window.isReporting || window.own <= freeRequests || unreported < stepOf(quota, window)) return decision;
    return { ...decision, report: send(tenant, window) };
  };

  async function send(tenant: string, window: Window): Promise<void> {
    const { own } = window;
    window.isReporting = true;
    try {
      const usage = await report(tenant, window.number, own);
      window.usage = usage;
      window.included = own;
    } finally {
      window.isReporting = false;
    }
  }

  /**
   * The first report is due at once, and the next ones after as many requests again, while instances are still joining.
   * Then all instances together may leave a sixth of the quota unreported.
   */
  function stepOf(quota: number, { included, usage }: Window): number {
    if (included === 0) return 1;
    return Math.max(freeRequests, Math.min(included, Math.floor(quota / 6 / usage.instances)));
  }
}
