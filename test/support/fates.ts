import type { Page, Route } from 'playwright-core';

export type Fate = 'lost request' | 'lost answer' | 429 | 503 | 'pass';

/** What becomes of the next writes. Later ones pass. Counts how often the service was reached. */
export async function fates(page: Page, ...next: Fate[]): Promise<{ reached: number }> {
  const seen = { reached: 0 };
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const fate = next.shift() ?? 'pass';
    if (fate === 'lost request') return route.abort();
    if (fate === 429) return refuse(route, 429, 'rate_limited');
    seen.reached += 1;
    if (fate === 'pass') return route.continue();
    await route.fetch();
    return fate === 503 ? refuse(route, 503, 'temporarily_unavailable') : route.abort();
  });
  return seen;
}

/** Answers a request as the service does when it has no time for it. */
export const refuse = (route: Route, status: number, code: string) =>
  route.fulfill({ status, headers: { 'Retry-After': '1' }, json: { result: 'error', code, description: 'Later.' } });
