import { expect, test } from '@jest/globals';
import { type Grants, grantProblems, recordedGrants } from '../../infra/lint/grants.ts';

const put = 'dynamodb:PutItem table T#*';
const update = 'dynamodb:UpdateItem table T#*';
const mark = `${update} only pk,sk,last_used`;

const withoutPlaceOrder = (grants: Grants, grant: string) => ({
  ...grants,
  [grant]: (grants[grant] ?? []).filter((one) => one !== 'placeOrder'),
});

/** What the last release would record, compared with this version. */
const problems = (former: Grants, added: Parameters<typeof recordedGrants>[0] = {}) =>
  grantProblems(former, recordedGrants(), recordedGrants(added));

test('a version may add grants, but not take one from the code of the last release', () => {
  const own = recordedGrants();
  expect(problems(own)).toEqual([]);
  expect(problems(withoutPlaceOrder(own, put))).toEqual([]);
  expect(problems({ ...own, [put]: [...(own[put] ?? []), 'getOrder'] })).toEqual([
    `getOrder: keep "${put}" until the next release. Add its access to formerAccess.`,
  ]);
});

test('former access keeps the grant, until no release needs it', () => {
  const own = recordedGrants();
  const former = { ...own, [put]: [...(own[put] ?? []), 'getOrder'] };
  expect(problems(former, { getOrder: ['PutItem'] })).toEqual([]);
  expect(problems(own, { getOrder: ['PutItem'] })).toEqual([
    `getOrder: "${put}" is no longer needed. Remove its access from formerAccess.`,
  ]);
});

test('a removed function needs nothing, and a grant for some attributes may become one for all', () => {
  const own = recordedGrants();
  expect(problems({ ...own, [put]: [...(own[put] ?? []), 'removedOperation'] })).toEqual([]);
  expect(own[update]).toContain('placeOrder');
  expect(problems(withoutPlaceOrder({ ...own, [mark]: [...(own[mark] ?? []), 'placeOrder'] }, update))).toEqual([]);
});
