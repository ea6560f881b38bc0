/** The requests of all instances in a window, and how many instances have reported any. */
export type Usage = { used: number; instances: number };

/** Reports this instance's count for a window; returns the total of all instances. */
export type Report = (tenant: string, window: number, own: number) => Promise<Usage>;

type Window = {
  number: number;
  /** What this instance admitted and added, and how much of it `usage` includes. */
  own: number;
  reported: number;
  usage: Usage;
  isReporting: boolean;
};

export type Decision = {
  admitted: boolean;
  remaining: number;
  /** Counts more for this request once its response is known. */
  add: (units: number) => Pick<Decision, 'remaining' | 'report'>;
  report?: Promise<void>;
};

/**
 * An instance does not report until a tenant exceeds this many requests in a window, so a quiet tenant costs no database
 * call.
 */
const freeRequests = 5;

/**
 * Limits each tenant's requests per window, counted in memory. Instances share their counts through background reports;
 * a response waits at most 200 ms for one. A request is rejected only if the quota really is used up. The overshoot is at
 * most the requests not yet reported.
 */
export function createLimiter(report: Report, windowMs: number) {
  const windows = new Map<number, Map<string, Window>>();

  /** Keeps the windows on both sides, since a request may have begun before the latest window did. */
  function tenantsIn(number: number): Map<string, Window> {
    const known = windows.get(number);
    if (known) return known;
    for (const other of windows.keys()) if (Math.abs(other - number) > 1) windows.delete(other);
    const tenants = new Map<string, Window>();
    windows.set(number, tenants);
    return tenants;
  }

  function windowOf(tenant: string, number: number): Window {
    const tenants = tenantsIn(number);
    const current = tenants.get(tenant);
    if (current) return current;
    const window = { number, own: 0, reported: 0, usage: { used: 0, instances: 1 }, isReporting: false };
    tenants.set(tenant, window);
    return window;
  }

  return function admit(tenant: string, quota: number, now: number): Decision {
    const window = windowOf(tenant, Math.floor(now / windowMs));
    const used = () => window.usage.used + window.own - window.reported;
    const remaining = () => Math.max(0, quota - used());
    if (remaining() === 0) return { admitted: false, remaining: 0, add: () => ({ remaining: 0 }) };
    const count = (units: number) => {
      window.own += units;
      return { remaining: remaining(), ...(isReportDue(quota, window) && { report: sendReport(tenant, window) }) };
    };
    return { ...count(1), admitted: true, add: (units) => (units > 0 ? count(units) : { remaining: remaining() }) };
  };

  async function sendReport(tenant: string, window: Window): Promise<void> {
    const { own } = window;
    window.isReporting = true;
    try {
      const usage = await report(tenant, window.number, own);
      window.usage = usage;
      window.reported = own;
    } finally {
      window.isReporting = false;
    }
  }

  function isReportDue(quota: number, window: Window): boolean {
    if (window.isReporting || window.own <= freeRequests) return false;
    return window.own - window.reported >= reportInterval(quota, window);
  }

  /**
   * Reports become rarer as the count grows: each waits for as many new requests as this instance has already reported, but at
   * most for its share of a sixth of the quota, and at least for `freeRequests`.
   */
  function reportInterval(quota: number, { reported, usage }: Window): number {
    return Math.max(freeRequests, Math.min(reported, Math.floor(quota / 6 / usage.instances)));
  }
}
