import { describe, expect, test } from '@jest/globals';
import type { OpeningHours } from '../../../lib/availability/inputs.ts';
import { availabilityOf } from '../../../lib/availability/rules.ts';

/** Parses opening hours written as `mon 09:00-12:00 mon 14:00-18:00`. */
function parseHours(text: string): OpeningHours {
  const days: Record<string, { from: string; to: string }[]> = {};
  for (const [, day = '', from = '', to = ''] of text.matchAll(/(\w+) ([\d:]+)-([\d:]+)/g)) {
    days[day] = [...(days[day] ?? []), { from, to }];
  }
  return { days };
}

function isOpen(moment: number | string, hours: string, timezone: string): boolean {
  const store = { subscribed: 'active' as const, timezone, override: null, openingHours: parseHours(hours) };
  return availabilityOf(store, new Date(moment)).available;
}

/** Checks that the store opens exactly at the first moment and closes exactly at the second. */
function opensAndCloses(opens: string, closes: string, hours: string, timezone: string) {
  const moments = [Date.parse(opens) - 1, Date.parse(opens), Date.parse(closes) - 1, Date.parse(closes)];
  expect(moments.map((moment) => isOpen(moment, hours, timezone))).toEqual([false, true, true, false]);
}

// 2026-06-01 is a Monday, and Berlin is two hours ahead of UTC.
test.each([
  ['mon 09:00-18:00', '2026-06-01T07:00:00Z', '2026-06-01T16:00:00Z'],
  ['mon 12:00-12:01', '2026-06-01T10:00:00Z', '2026-06-01T10:01:00Z'],
  ['mon 09:00-12:00 mon 14:00-18:00', '2026-06-01T12:00:00Z', '2026-06-01T16:00:00Z'],
  ['mon 09:00-12:00 mon 11:00-13:00', '2026-06-01T07:00:00Z', '2026-06-01T11:00:00Z'],
  ['mon 20:00-24:00', '2026-06-01T18:00:00Z', '2026-06-01T22:00:00Z'],
  ['mon 20:00-00:00', '2026-06-01T18:00:00Z', '2026-06-01T22:00:00Z'],
  ['mon 00:00-24:00', '2026-05-31T22:00:00Z', '2026-06-01T22:00:00Z'],
  ['mon 00:00-00:00', '2026-05-31T22:00:00Z', '2026-06-01T22:00:00Z'],
  ['mon 09:00-09:00', '2026-06-01T07:00:00Z', '2026-06-02T07:00:00Z'],
  ['mon 22:00-02:00', '2026-06-01T20:00:00Z', '2026-06-02T00:00:00Z'],
  ['mon 20:00-24:00 tue 00:00-02:00', '2026-06-01T18:00:00Z', '2026-06-02T00:00:00Z'],
  ['sun 22:00-02:00', '2026-06-07T20:00:00Z', '2026-06-08T00:00:00Z'],
])('%s opens and closes at the exact minute', (hours, opens, closes) => {
  opensAndCloses(opens, closes, hours, 'Europe/Berlin');
});

test.each(['', 'tue 00:00-24:00', 'sun 22:00-02:00 tue 09:00-12:00'])(
  'a store with the hours "%s" is closed on Monday at noon',
  (hours) => {
    expect(isOpen('2026-06-01T10:00:00Z', hours, 'Europe/Berlin')).toBe(false);
  },
);

test.each([
  ['UTC', '2026-06-01T09:00:00Z', '2026-06-01T18:00:00Z'],
  ['Asia/Kolkata', '2026-06-01T03:30:00Z', '2026-06-01T12:30:00Z'],
  ['Pacific/Kiritimati', '2026-05-31T19:00:00Z', '2026-06-01T04:00:00Z'],
  ['Pacific/Pago_Pago', '2026-06-01T20:00:00Z', '2026-06-02T05:00:00Z'],
])('opening hours follow the local time of %s', (timezone, opens, closes) => {
  opensAndCloses(opens, closes, 'mon 09:00-18:00', timezone);
});

describe('on the day of a clock change', () => {
  test.each([
    ['Europe/Berlin', 'sun 01:00-04:00', '2026-03-29T00:00:00Z', '2026-03-29T02:00:00Z'],
    ['Europe/Berlin', 'sun 02:30-05:00', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00Z'],
    ['Europe/Berlin', 'sun 00:30-02:30', '2026-03-28T23:30:00Z', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', 'sat 22:00-03:30', '2026-03-28T21:00:00Z', '2026-03-29T01:30:00Z'],
    ['Europe/Berlin', 'sun 00:00-24:00', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['Europe/Berlin', 'sun 01:00-04:00', '2026-10-24T23:00:00Z', '2026-10-25T03:00:00Z'],
    ['Europe/Berlin', 'sat 22:00-03:00', '2026-10-24T20:00:00Z', '2026-10-25T02:00:00Z'],
    ['Europe/Berlin', 'sun 00:00-24:00', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['America/New_York', 'sun 01:00-04:00', '2026-03-08T06:00:00Z', '2026-03-08T08:00:00Z'],
    ['America/New_York', 'sun 02:30-05:00', '2026-03-08T07:00:00Z', '2026-03-08T09:00:00Z'],
    ['America/New_York', 'sun 00:30-02:30', '2026-03-08T05:30:00Z', '2026-03-08T07:00:00Z'],
    ['America/New_York', 'sat 22:00-03:30', '2026-03-08T03:00:00Z', '2026-03-08T07:30:00Z'],
    ['America/New_York', 'sun 00:30-04:00', '2026-11-01T04:30:00Z', '2026-11-01T09:00:00Z'],
    ['America/New_York', 'sat 22:00-02:00', '2026-11-01T02:00:00Z', '2026-11-01T07:00:00Z'],
    ['America/New_York', 'sun 00:00-24:00', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
  ])('in %s, %s follows the local clock', (timezone, hours, opens, closes) => {
    opensAndCloses(opens, closes, hours, timezone);
  });

  test('opens twice for an hour that occurs twice', () => {
    opensAndCloses('2026-10-25T00:00:00Z', '2026-10-25T00:30:00Z', 'sun 02:00-02:30', 'Europe/Berlin');
    opensAndCloses('2026-10-25T01:00:00Z', '2026-10-25T01:30:00Z', 'sun 02:00-02:30', 'Europe/Berlin');
  });

  test('does not open for an hour that is skipped', () => {
    const moments = ['00:59:59', '01:00:00', '01:30:00', '01:59:59', '02:00:00'].map((time) => `2026-03-29T${time}Z`);
    expect(moments.filter((moment) => isOpen(moment, 'sun 02:00-03:00', 'Europe/Berlin'))).toEqual([]);
  });
});

test('an override ends exactly at its time', () => {
  const until = '2026-06-01T12:00:00.000Z';
  const store = { subscribed: 'active' as const, timezone: 'UTC', override: { available: false, until }, openingHours: null };
  expect(availabilityOf(store, new Date(Date.parse(until) - 1))).toMatchObject({ available: false, override: false, until });
  expect(availabilityOf(store, new Date(until))).toMatchObject({
    available: true,
    override: null,
    until: null,
    reason: 'open',
  });
});
