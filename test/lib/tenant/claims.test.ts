import { expect, test } from '@jest/globals';
import { ConditionFailed } from '../../../lib/db/writeErrors.ts';
import { claimActions, claimError } from '../../../lib/tenant/claims.ts';
import type { Tenant } from '../../../lib/tenant/schema.ts';

const id = 'ten_0123456789abcdefghjkmnpqrs';
const tenant = (name: string, store_host: string | null = null, forward_www = false) =>
  ({ name, store_host, forward_www }) as Tenant;

const claimed = (before: Tenant | undefined, after: Tenant) =>
  Object.entries(claimActions(id, before, after)).flatMap(([name, actions]) =>
    actions.map(({ subject }) => `${name} ${subject}`),
  );

test.each<[Tenant, Tenant, string[]]>([
  [tenant('a'), tenant('a'), []],
  [tenant('a', 'x.com', true), tenant('a', 'x.com', true), []],
  [tenant('a'), tenant('b'), ['name b', 'released a']],
  [tenant('a'), tenant('a', 'x.com'), ['host x.com']],
  [tenant('a', 'x.com'), tenant('a', 'x.com', true), ['host www.x.com']],
  [tenant('a', 'x.com', true), tenant('a', 'x.com'), ['released www.x.com']],
  [tenant('a', 'x.com', true), tenant('a', null, true), ['released x.com', 'released www.x.com']],
  [tenant('a', 'x.com'), tenant('a', 'y.com'), ['host y.com', 'released x.com']],
])('claims only what is new and releases only what is gone (case %#)', (before, after, claims) => {
  expect(claimed(before, after)).toEqual(claims);
});

test('a new tenant claims its name and hosts', () => {
  expect(claimed(undefined, tenant('a', 'x.com', true))).toEqual(['name a', 'host x.com', 'host www.x.com']);
});

test.each([[['tenant', 'name']], [['idempotency']]])('the failed conditions %j stay as they are', (failed) => {
  const error = new ConditionFailed(failed, failed.includes('name') ? { name: ['a'] } : {});
  expect(claimError(error)).toBe(error);
});
