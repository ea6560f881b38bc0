import { expect, test } from '@jest/globals';
import { availabilityOf, type Override } from '../../../lib/availability/rules.ts';

type Given = { closed?: boolean; override?: Override; subscribed?: 'active' | 'expired' };

const noon = '2026-06-01T12:00:00.000Z';

function at(moment: string, { closed, override = null, subscribed = 'active' }: Given) {
  const openingHours = closed ? { days: {} } : null;
  return availabilityOf({ subscribed, timezone: 'UTC', override, openingHours }, new Date(moment));
}

test.each<[string, Given, boolean, string]>([
  ['an active store', {}, true, 'open'],
  ['an active store outside opening hours', { closed: true }, false, 'outside_opening_hours'],
  ['an expired store', { subscribed: 'expired' }, false, 'subscription_expired'],
  ['an expired store outside opening hours', { subscribed: 'expired', closed: true }, false, 'subscription_expired'],
])('gives the reason of the automatic state: %s', (_, given, available, reason) => {
  expect(at(noon, given)).toEqual({ available, automatic: available, override: null, until: null, reason });
});

test('a store without opening hours is always open', () => {
  expect(at(noon, {})).toMatchObject({ available: true, reason: 'open' });
});

test.each([true, false])('an override of %s replaces the automatic state', (available) => {
  const override = { available, until: null };
  const overridden = { available, override: available, until: null, reason: 'override' };
  expect(at(noon, { override })).toEqual({ ...overridden, automatic: true });
  expect(at(noon, { override, closed: true })).toEqual({ ...overridden, automatic: false });
  expect(at(noon, { override, subscribed: 'expired' })).toEqual({ ...overridden, automatic: false });
});

test('an override ends exactly at its time', () => {
  const override = { available: false, until: noon };
  expect(at('2026-06-01T11:59:59.999Z', { override })).toMatchObject({ available: false, override: false, until: noon });
  expect(at(noon, { override })).toEqual({ available: true, automatic: true, override: null, until: null, reason: 'open' });
});
