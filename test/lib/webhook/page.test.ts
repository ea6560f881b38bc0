import { readFileSync } from 'node:fs';
import { expect, jest, test } from '@jest/globals';

import { maxTries, maxWaitMs, nextDue } from '../../../lib/webhook/schedule.ts';

const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
const seconds: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600 };

/** Parses `5 seconds, 5 and 30 minutes` to seconds. A number without a unit has the unit of the next one. */
const waitsIn = (text: string) =>
  text
    .split(/, | and /)
    .map((wait) => wait.split(' '))
    .reduceRight<{ waits: number[]; unit: string }>(
      ({ waits, unit }, [count, own = unit]) => ({ waits: [Number(count) * (seconds[own] as number), ...waits], unit: own }),
      { waits: [], unit: '' },
    ).waits;

test('the page states the retry schedule', () => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
  const now = new Date();
  const actual = Array.from({ length: maxTries - 1 }, (_, i) => Number(nextDue(i + 1, undefined, now)) - Number(now));
  const [, times, waits = ''] = /up to (\d+) attempts: at once, then after (.*?)\. Each wait/.exec(page) ?? [];
  expect(Number(times)).toBe(maxTries);
  expect(waitsIn(waits)).toEqual(actual.map((wait) => wait / 1000));
});

test('the page states how long an event waits for a URL', () => {
  expect(page).toContain(`events wait for up to ${maxWaitMs / 3_600_000} hours, then they fail`);
});
