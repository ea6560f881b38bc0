import { expect, jest, test } from '@jest/globals';
import * as z from 'zod/mini';
import { defaultQuotas } from '../../lib/quota/quotas.ts';
import { futureTime, httpsUrl, timeUpToTomorrow, webUrl } from '../../lib/values/fields.ts';

test('each plan has its quota', () => {
  const numbers = { trial: 100, plan1: 500, plan2: 1000, plan3: 2000, plan4: 5000, plan5: 10_000 };
  expect(defaultQuotas).toEqual(numbers);
});

test('a URL must have the required scheme and no credentials', () => {
  const passes = (schema: z.ZodMiniType, url: string) => z.safeParse(schema, url).success;
  for (const url of ['https://example.com/a', 'HTTPS://example.com']) expect(passes(httpsUrl(), url)).toBe(true);
  for (const url of ['http://example.com', 'http://example.com/https:']) {
    expect([url, passes(webUrl(), url), passes(httpsUrl(), url)]).toEqual([url, true, false]);
  }
  for (const url of [
    'httpsx://example.com',
    'ftp://example.com',
    'https://a@example.com',
    'https://a:b@example.com',
    'https:',
    'x',
  ]) {
    expect([url, passes(webUrl(), url), passes(httpsUrl(), url)]).toEqual([url, false, false]);
  }
});

test('a time in the future is later than now, and one up to tomorrow is at most a day ahead', () => {
  const now = Date.parse('2026-11-22T08:00:00.000Z');
  const after = (ms: number) => new Date(now + ms).toISOString();
  const passes = (schema: z.ZodMiniType, ms: number) => z.safeParse(schema, after(ms)).success;
  jest.useFakeTimers({ now });
  expect([0, 1].map((ms) => passes(futureTime(), ms))).toEqual([false, true]);
  expect([-1, 0, 24 * 3600_000, 24 * 3600_000 + 1].map((ms) => passes(timeUpToTomorrow(), ms))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  jest.useRealTimers();
});
