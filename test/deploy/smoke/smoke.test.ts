import {
  GetAliasCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
  PublishVersionCommand,
  UpdateAliasCommand,
  UpdateFunctionConfigurationCommand,
  type UpdateFunctionConfigurationCommandInput,
} from '@aws-sdk/client-lambda';
import { afterAll, describe, expect, test } from '@jest/globals';
import { liveAlias } from '../../../lib/api/forward.ts';
import { run } from '../../support/run.ts';

const aws = new LambdaClient();
const { BASE_URL = '' } = process.env;
const functionOf = (operation: string) => `StorePlatform-dev-api-${operation}`;
const formerVersions = new Map<string, string>();

/** The stack names the table. Its address is an AWS address, so the emulator's address is used instead. */
const smoke = (stack = 'StorePlatform-dev') =>
  run([process.execPath, 'infra/commands/smoke.ts', '--stack', stack, '--url', BASE_URL], {
    env: { ...process.env, TABLE_NAME: undefined, PLATFORM_API_KEY: undefined },
  });

/** Publishes a version with other settings, and points the alias to it. */
async function change(
  operation: string,
  settings: Omit<UpdateFunctionConfigurationCommandInput, 'FunctionName'>,
): Promise<void> {
  const FunctionName = functionOf(operation);
  const Name = liveAlias;
  const { FunctionVersion: former = '' } = await aws.send(new GetAliasCommand({ FunctionName, Name }));
  formerVersions.set(FunctionName, former);
  await aws.send(new UpdateFunctionConfigurationCommand({ FunctionName, ...settings }));
  const { Version: FunctionVersion } = await aws.send(new PublishVersionCommand({ FunctionName }));
  await aws.send(new UpdateAliasCommand({ FunctionName, Name, FunctionVersion }));
}

const configurationOf = (operation: string) =>
  aws.send(new GetFunctionConfigurationCommand({ FunctionName: functionOf(operation) }));

afterAll(async () => {
  for (const [FunctionName, FunctionVersion] of formerVersions) {
    await aws.send(new UpdateAliasCommand({ FunctionName, Name: liveAlias, FunctionVersion }));
  }
});

test('every operation of the deployment works, in less than two minutes', async () => {
  const { code, stdout, stderr } = await smoke();
  process.stdout.write(stdout);
  expect(stdout + stderr).toMatch(/^PASSED: /m);
  const [, seconds = ''] = /^PASSED: .* in (\d+) s/m.exec(stdout) ?? [];
  expect(Number(seconds)).toBeLessThan(120);
  expect(code).toBe(0);
}, 300_000);

test('explains that there is no such stack', async () => {
  const { code, stderr } = await smoke('StorePlatform-none');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^There is no stack StorePlatform-none in eu-central-1\..*\n$/)]);
});

describe('with a broken function, a missing grant, a wrong function behind a route, and a missing header', () => {
  test('names each of them, and nothing else', async () => {
    await change('getHistory', { Handler: 'management/missing.handler' });
    await change('createCredit', { Role: (await configurationOf('getOrder')).Role });
    await change('getLegal', { Handler: 'management/getOwnTenant.handler' });
    const { STAGE, ...Variables } = (await configurationOf('getUser')).Environment?.Variables ?? {};
    await change('getUser', { Environment: { Variables } });
    const { code, stdout } = await smoke();
    process.stdout.write(stdout);
    expect(stdout).toMatch(/^getHistory: GET .*expected 200, got 50[02-4]/m);
    expect(stdout).toMatch(/^createCredit: POST .*expected 201, got 50[03] /m);
    expect(stdout).toMatch(/^getLegal: GET .*differs from the API document/m);
    expect(stdout).toMatch(/^getUser: GET .*the header Strict-Transport-Security is missing/m);
    const [, failed = ''] = /^FAILED: (.*) \(\d+ checks\)/m.exec(stdout) ?? [];
    expect(failed.split(', ').sort()).toEqual(['createCredit', 'getHistory', 'getLegal', 'getUser']);
    expect(code).toBe(1);
  }, 300_000);
});
