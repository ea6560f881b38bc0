import { expect, jest, test } from '@jest/globals';
import { defaultQuotas } from '../../lib/quota/quotas.ts';
import { futureTime, httpsUrl, timeUpToTomorrow, webUrl } from '../../lib/values/fields.ts';
import { words } from '../support/hostile.ts';
import { passes } from '../support/requestFields.ts';

test('each plan has its quota', () => {
  const numbers = { trial: 100, plan1: 500, plan2: 1000, plan3: 2000, plan4: 5000, plan5: 10_000 };
  expect(defaultQuotas).toEqual(numbers);
});

test('a URL must have the required scheme and no credentials', () => {
  const https = words('https://example.com/a HTTPS://example.com');
  const http = words('http://example.com http://example.com/https:');
  const others = words('httpsx://example.com ftp://example.com https://a@example.com https://a:b@example.com https: x');
  const all = [...https, ...http, ...others];
  expect(all.filter((url) => passes(httpsUrl(), url))).toEqual(https);
  expect(all.filter((url) => passes(webUrl(), url))).toEqual([...https, ...http]);
});

test('a time in the future is later than now, and one up to tomorrow is at most a day ahead', () => {
  const now = Date.parse('2026-11-22T08:00:00.000Z');
  const after = (ms: number) => new Date(now + ms).toISOString();
  const day = 24 * 3600_000;
  jest.useFakeTimers({ now });
  expect([0, 1].map((ms) => passes(futureTime(), after(ms)))).toEqual([false, true]);
  const upToTomorrow = [-1, 0, day, day + 1].map((ms) => passes(timeUpToTomorrow(), after(ms)));
  expect(upToTomorrow).toEqual([true, true, true, false]);
  jest.useRealTimers();
});
