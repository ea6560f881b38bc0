import { expect, test } from '@jest/globals';
import type { StageName } from '../../support/stages.ts';
import { synthesized } from '../../support/synthesized.ts';

test.each<[string, StageName]>([
  ['the development stage', 'dev'],
  ['the production stage', 'prod'],
  ['the production stage with every setting', 'everything'],
])('%s passes the AWS checks, apart from acknowledged exceptions', (_, name) => {
  expect(synthesized(name).findings).toBeNull();
});

test('synthesis fails on a finding that is not acknowledged', () => {
  expect(synthesized('leaky').findings).toContain('AwsSolutions-S10');
});
