import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { periodOf, weekOf } from '../../../apps/ops/days.ts';
import { calendarOf, dayAfter } from '../../../lib/values/calendar.ts';

const berlin = calendarOf('Europe/Berlin');

test.each([
  ['Europe/Berlin', '2026-10-01', '2026-09-30T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00:00.000Z'],
  // Clocks that skip midnight, repeat the hour after it, or skip a day.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
])('in %s, the day %s begins at %s', (zone, day, start) => {
  expect(new Date(calendarOf(zone).start(day)).toISOString()).toBe(start);
});

test('every time belongs to the day between its start and the start of the next', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'].map(calendarOf);
  const times = fc.integer({ min: Date.parse('1975-01-01'), max: Date.parse('2040-01-01') });
  fc.assert(
    fc.property(fc.constantFrom(...zones), times, ({ day, start }, time) => {
      expect(start(day(time))).toBeLessThanOrEqual(time);
      expect(start(dayAfter(day(time)))).toBeGreaterThan(time);
    }),
  );
});

test('a period of days includes its last day, and a time is used unchanged', () => {
  expect(periodOf({ from: '2026-10-01', to: '2026-10-31' }, berlin)).toEqual({
    from: '2026-09-30T22:00:00.000Z',
    to: '2026-10-31T22:59:59.999Z',
  });
  expect(periodOf({ from: '2026-10-01T08:00:00+02:00', to: '2026-10-01T08:00:00.5Z' }, berlin)).toEqual({
    from: '2026-10-01T06:00:00.000Z',
    to: '2026-10-01T08:00:00.500Z',
  });
});

test.each([
  ['2020-12-31', '2020-W53'],
  ['2021-01-03', '2020-W53'],
  ['2021-01-04', '2021-W01'],
  ['2024-12-30', '2025-W01'],
  ['2026-10-05', '2026-W41'],
])('%s is in the week %s', (day, week) => {
  expect(weekOf(day)).toBe(week);
});

test.each([
  [
    '2026-02-30',
    '2026-03-01',
    /^--from must be a day from 1970 to 9998, such as 2026-10-01, or a time .*; not "2026-02-30"\.$/,
  ],
  ['2026-10-01T08:00:00', '2026-10-02', /^--from must be a day/],
  ['2026-10-01', '01.10.2026', /^--to must be a day/],
  ['2026-10-02', '2026-10-01', /^--to 2026-10-01 is before --from 2026-10-02\. Choose a later --to\.$/],
])('rejects the period from %s to %s', (from, to, message) => {
  expect(() => periodOf({ from, to }, berlin)).toThrow(message);
});
