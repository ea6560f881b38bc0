import { expect, test } from '@jest/globals';
import { isTenantName } from '../../../lib/tenant/inputs.ts';
import { isFoundBy } from '../../../lib/tenant/rules.ts';
import type { Tenant } from '../../../lib/tenant/schema.ts';

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

test('a name has 2 to 63 lower-case letters, digits and hyphens, and is no path of the platform', () => {
  for (const name of ['ab', 'a-', '9a', 'a'.repeat(63), 'plans']) expect([name, isTenantName(name)]).toEqual([name, true]);
  for (const name of ['plan', 'store-front', 'domain-link', 'a', '-a', 'A1', 'a_b', 'a'.repeat(64), 'ab\n', ' ab']) {
    expect([name, isTenantName(name)]).toEqual([name, false]);
  }
});
