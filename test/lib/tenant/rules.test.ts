import { expect, test } from '@jest/globals';
import { isTenantName } from '../../../lib/tenant/inputs.ts';
import { isFoundBy, newTenant } from '../../../lib/tenant/rules.ts';
import type { Tenant } from '../../../lib/tenant/schema.ts';
import { newUser, patchUser } from '../../../lib/user/rules.ts';

const now = new Date('2026-11-22T08:00:00.000Z');
const person = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', phone: '+4915112345678' };
const flags = (value: boolean) => ({
  analytics: value,
  appearance: value,
  customers: value,
  home: value,
  orders: value,
  products: value,
  settings: value,
});

test('a new tenant has everything but a host and a plan', () => {
  const input = { name: 'tea', country: 'CH', timezone: 'Europe/Zurich', owner: person };
  expect(newTenant(input, now)).toEqual({
    id: expect.stringMatching(/^ten_[0-9a-z]{26}$/),
    ...{ name: 'tea', country: 'CH', timezone: 'Europe/Zurich' },
    currency: 'CHF',
    owner: {
      id: expect.stringMatching(/^usr_[0-9a-z]{26}$/),
      ...person,
      created: now.toISOString(),
      permissions: flags(true),
      active: true,
    },
    store_host: null,
    forward_www: false,
    subscribed: 'active',
    suspended: false,
    front_end: 'standard',
    override_plan: null,
    permissions: flags(true),
    created: now.toISOString(),
    version: 1,
  });
  expect(newTenant({ ...input, currency: 'EUR' }, now).currency).toBe('EUR');
});

test('a new user has only the given permissions, and a patch changes only what it names', () => {
  const user = newUser({ ...person, permissions: { orders: true } }, now);
  expect(user).toEqual({
    id: expect.stringMatching(/^usr_[0-9a-z]{26}$/),
    ...person,
    created: now.toISOString(),
    permissions: { ...flags(false), orders: true },
    active: true,
  });
  expect(patchUser(user, { first_name: 'Eve', permissions: { home: true } })).toEqual({
    ...user,
    first_name: 'Eve',
    permissions: { ...flags(false), orders: true, home: true },
  });
  expect(patchUser(user, { active: false })).toEqual({ ...user, active: false });
});

const tenant = (store_host: string | null, forward_www = false) => ({ name: 'green-tea', store_host, forward_www }) as Tenant;

test.each<[string, Tenant, boolean]>([
  ['green', tenant(null), true],
  ['GREEN-TEA', tenant(null), true],
  ['tea', tenant(null), false],
  ['green-tea-2', tenant(null), false],
  ['tea.example.com', tenant('tea.example.com'), true],
  ['TEA.example.com', tenant('tea.example.com'), true],
  ['tea.example', tenant('tea.example.com'), false],
  ['www.tea.example.com', tenant('tea.example.com'), false],
  ['www.tea.example.com', tenant('tea.example.com', true), true],
  ['bücher.example', tenant('xn--bcher-kva.example'), true],
  ['not a host', tenant(null, true), false],
])('%j finds %j: %s', (q, found, isFound) => {
  expect(isFoundBy(q, found)).toBe(isFound);
});

test('a name must not look like a path of the platform', () => {
  for (const name of ['ab', 'a-', '9a', 'a'.repeat(63), 'plans']) expect([name, isTenantName(name)]).toEqual([name, true]);
  for (const name of ['plan', 'store-front', 'domain-link', 'a', '-a', 'A1', 'a_b', 'a'.repeat(64), 'ab\n', ' ab']) {
    expect([name, isTenantName(name)]).toEqual([name, false]);
  }
});
