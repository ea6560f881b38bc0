import { expect, test } from '@jest/globals';
import { run } from '../../support/run.ts';

test('npm run preflight reads the account that the service was deployed to', async () => {
  const { stdout, stderr } = await run([process.execPath, 'infra/commands/preflight.ts'], { env: process.env });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^ok +cdk bootstrap has run$/m);
  expect(stdout).toMatch(/^ok +the account allows enough concurrent executions$/m);
});
