import { expect, test } from '@jest/globals';
import { ConditionFailed } from '../../../lib/db/writeErrors.ts';
import { claimError, claimsBetween, newTenantClaims, noClaims } from '../../../lib/tenant/claims.ts';
import type { Tenant } from '../../../lib/tenant/schema.ts';

const id = 'ten_0123456789abcdefghjkmnpqrs';
const tenant = (name: string, store_host: string | null = null, forward_www = false) =>
  ({ name, store_host, forward_www }) as Tenant;

const claimed = (before: Tenant, after: Tenant) => Object.keys(claimsBetween(id, before, after)).sort();

test.each<[Tenant, Tenant, string[]]>([
  [tenant('a'), tenant('a'), []],
  [tenant('a', 'x.com', true), tenant('a', 'x.com', true), []],
  [tenant('a'), tenant('b'), ['NAME b', 'release NAME a']],
  [tenant('a'), tenant('a', 'x.com'), ['HOST x.com']],
  [tenant('a', 'x.com'), tenant('a', 'x.com', true), ['HOST www.x.com']],
  [tenant('a', 'x.com', true), tenant('a', 'x.com'), ['release HOST www.x.com']],
  [tenant('a', 'x.com', true), tenant('a', null, true), ['release HOST www.x.com', 'release HOST x.com']],
  [tenant('a', 'x.com'), tenant('a', 'y.com'), ['HOST y.com', 'release HOST x.com']],
])('claims only what is new and releases only what is gone (case %#)', (before, after, claims) => {
  expect(claimed(before, after)).toEqual(claims);
});

test('a new tenant claims its name and hosts', () => {
  expect(Object.keys(newTenantClaims(id, tenant('a', 'x.com', true)))).toEqual(['NAME a', 'HOST x.com', 'HOST www.x.com']);
});

test('a change that is not expected to need claims fails if it does', () => {
  expect(noClaims(id, tenant('a'), tenant('a'))).toEqual({});
  expect(() => noClaims(id, tenant('a'), tenant('b'))).toThrow('this change needs claimsBetween');
});

test.each<[string[], object]>([
  [['NAME a', 'HOST x.com'], { code: 'name_taken', message: 'Another tenant has the name a. Choose another name.' }],
  [
    ['HOST www.x.com'],
    {
      code: 'host_taken',
      message: 'Another tenant uses www.x.com. Choose another host, or link that tenant to a different host first.',
    },
  ],
])('the failed claims %j are reported as a conflict', (failed, error) => {
  expect(claimError(new ConditionFailed(failed))).toMatchObject(error);
});

test.each([[['tenant', 'NAME a']], [['idempotency']]])('the failed conditions %j stay as they are', (failed) => {
  const error = new ConditionFailed(failed);
  expect(claimError(error)).toBe(error);
});
