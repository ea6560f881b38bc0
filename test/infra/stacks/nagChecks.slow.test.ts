import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { installed } from '../../deploy/program.ts';
import { run } from '../../support/run.ts';
import { freshFolder } from '../../support/service.ts';
import type { StageName } from '../../support/stages.ts';
import { synthesized } from '../../support/synthesized.ts';

const tested = [
  ['the development stage', 'dev'],
  ['the production stage', 'prod'],
  ['the production stage with every setting', 'everything'],
] satisfies [string, StageName][];

test.each(tested)('%s passes the AWS checks, apart from acknowledged exceptions', (_, name) => {
  expect(synthesized(name).findings).toBeNull();
});

test('synthesis fails on a finding that is not acknowledged', () => {
  expect(synthesized('leaky').findings).toContain('AwsSolutions-S10');
});

/** CDK names the role of each function as a dependency that its ARN implies already. Stacks import the table from each other. */
const accepted = ['W3005', 'W6001'];

const lint = (folder: string) =>
  run([
    join(installed(), '../cfn-lint'),
    '--non-zero-exit-code',
    'warning',
    '--ignore-checks',
    ...accepted,
    '--',
    `${folder}/*.json`,
  ]);

test('cfn-lint finds nothing in the templates', async () => {
  const folder = freshFolder();
  for (const [, name] of tested) {
    const { data, service } = synthesized(name);
    writeFileSync(join(folder, `${name}-data.json`), JSON.stringify(data));
    writeFileSync(join(folder, `${name}-service.json`), JSON.stringify(service));
  }
  expect(await lint(folder)).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('cfn-lint finds a wrong property', async () => {
  const folder = freshFolder();
  const wrong = { Resources: { Queue: { Type: 'AWS::SQS::Queue', Properties: { DelaySeconds: 'soon' } } } };
  writeFileSync(join(folder, 'wrong.json'), JSON.stringify(wrong));
  expect((await lint(folder)).stdout).toContain('E3012');
});
