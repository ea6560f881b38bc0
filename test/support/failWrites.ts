import type { Page, Route } from 'playwright-core';

export type WriteFault = 'lost request' | 'lost answer' | 'sent twice' | 403 | 429 | 503 | 'pass';

/** As many lost attempts as the console makes. Only the first takes effect. */
export const allLost: WriteFault[] = ['lost answer', ...Array<WriteFault>(5).fill('lost request')];

/** What becomes of the next writes. Later ones pass. Counts how often the service was reached. */
export async function failWrites(page: Page, ...next: WriteFault[]): Promise<{ reached: number }> {
  const seen = { reached: 0 };
  await page.route('**/v1/**', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const fault = next.shift() ?? 'pass';
    if (fault === 'lost request') return route.abort();
    if (fault === 403) return refuse(route, 403, 'tenant_suspended');
    if (fault === 429) return refuse(route, 429, 'rate_limited');
    seen.reached += 1;
    if (fault === 'pass') return route.continue();
    await route.fetch();
    if (fault === 'sent twice') return route.continue();
    return fault === 503 ? refuse(route, 503, 'temporarily_unavailable') : route.abort();
  });
  return seen;
}

/** Answers a request with an error of the service. */
export const refuse = (route: Route, status: number, code: string) =>
  route.fulfill({
    status,
    headers: { 'Retry-After': '1' },
    json: { result: 'error', code, description: 'Later.', request_id: 'r1' },
  });

/** From now on, the browser sends a dead key in place of its own, as if its own had expired or been revoked. */
export const replaceKey = (page: Page, isOver = () => true): Promise<unknown> =>
  page.route('**/v1/**', (route) =>
    route.fallback(isOver() ? { headers: { ...route.request().headers(), 'x-api-key': 'sm_live_dead' } } : {}),
  );
