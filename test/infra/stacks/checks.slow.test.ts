import { expect, test } from '@jest/globals';
import type { Name } from '../../support/stages.ts';
import { synthesized } from '../../support/synthesized.ts';

test.each<[string, Name]>([
  ['the development stage', 'dev'],
  ['the production stage', 'prod'],
  ['the production stage with everything on', 'everything'],
])('%s does nothing that AWS advises against, but for what is acknowledged with its reason', (_, name) => {
  expect(synthesized(name).findings).toBeNull();
});

test('what is not acknowledged lets synthesis fail', () => {
  expect(synthesized('leaky').findings).toContain('AwsSolutions-S10');
});
