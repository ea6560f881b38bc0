import { expect, test } from '@jest/globals';
import type { Name } from '../../support/stages.ts';
import { synthesized } from '../../support/synthesized.ts';

test.each<[string, Name]>([
  ['the development stage', 'dev'],
  ['the production stage', 'prod'],
  ['the production stage with every setting', 'everything'],
])('%s follows the advice of AWS, except where an exception is acknowledged', (_, name) => {
  expect(synthesized(name).findings).toBeNull();
});

test('synthesis fails on anything that is not acknowledged', () => {
  expect(synthesized('leaky').findings).toContain('AwsSolutions-S10');
});
