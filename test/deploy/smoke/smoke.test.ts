import { expect, test } from '@jest/globals';
import { run } from '../../support/run.ts';

const { BASE_URL = '' } = process.env;

/** The stack names the table. Its address is an AWS address, so the emulator's address is used instead. */
const smoke = (stack = 'StorePlatform-dev') =>
  run([process.execPath, 'infra/commands/smoke.ts', '--stack', stack, '--url', BASE_URL], {
    env: { ...process.env, TABLE_NAME: undefined, PLATFORM_API_KEY: undefined },
  });

test('every operation of the deployment works, and its gateway limits requests, in less than two minutes', async () => {
  const { code, stdout, stderr } = await smoke();
  process.stdout.write(stdout);
  expect(stdout + stderr).toMatch(/^PASSED: /m);
  expect(stdout).toMatch(/^the gateway's limit per method .* ok$/m);
  const [, seconds = ''] = /^PASSED: .* in (\d+) s/m.exec(stdout) ?? [];
  expect(Number(seconds)).toBeLessThan(120);
  expect(code).toBe(0);
}, 300_000);

test('explains that there is no such stack', async () => {
  const { code, stderr } = await smoke('StorePlatform-none');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^There is no stack StorePlatform-none in eu-central-1\..*\n$/)]);
});
