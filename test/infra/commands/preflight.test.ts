import { describe, expect, test } from '@jest/globals';
import type { Account } from '../../../infra/commands/preflight/account.ts';
import { checksOf, reservedBy } from '../../../infra/commands/preflight/preflightChecks.ts';
import { stageOf } from '../../../infra/stacks/stage.ts';

const certificate = 'arn:aws:acm:eu-central-1:111122223333:certificate/7f1c2d3e-0000-4000-8000-000000000000';
const prod = { stage: 'prod', alarms: 'ops@example.com', backup: 'none' };
const domain = { domain: 'api.example.com', certificate };

/** An account in which everything is as it should be, but for these answers. */
const account = (different: Partial<Account> = {}): Account => ({
  region: 'eu-central-1',
  id: '111122223333',
  deployed: async () => undefined,
  managedTable: async () => undefined,
  tableDifferences: async () => [],
  concurrency: async () => ({ limit: 1000, unreserved: 1000 }),
  gatewayLimits: async () => ({ rate: 10_000, burst: 5000 }),
  bootstrapVersion: async () => 27,
  certificate: async () => ({ status: 'ISSUED', names: ['api.example.com'] }),
  hasService: async () => true,
  ...different,
});

const stage = (settings: Record<string, string>) =>
  stageOf((name) => settings[name], { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: 'eu-central-1' });

async function problems(settings: Record<string, string>, different?: Partial<Account>, drop?: string[]): Promise<string[]> {
  const found = await Promise.all(checksOf(stage(settings), account(different), drop).map((check) => check.run()));
  return found.filter((problem) => problem !== undefined);
}

test('finds nothing if the deployment can work', async () => {
  expect(await problems({ ...prod, ...domain })).toEqual([]);
  const wildcard = { certificate: async () => ({ status: 'ISSUED', names: ['*.example.com'] }) };
  expect(await problems({ ...prod, ...domain }, wildcard)).toEqual([]);
  const dev = { concurrency: async () => ({ limit: 50, unreserved: 50 }) };
  expect(await problems({}, dev)).toEqual([]);
});

describe('names one problem and its remedy', () => {
  test.each<[string, Record<string, string>, Partial<Account>, RegExp]>([
    [
      'no bootstrap',
      prod,
      { bootstrapVersion: async () => undefined },
      /not prepared for CDK in eu-central-1\. Run npx cdk bootstrap/,
    ],
    [
      'an old bootstrap',
      prod,
      { bootstrapVersion: async () => 5 },
      /has version 5 .* 6 is needed\. Run npx cdk bootstrap again/,
    ],
    [
      'too little concurrency',
      prod,
      { concurrency: async () => ({ limit: 10, unreserved: 10 }) },
      /allows 10 .*; prod needs 450 \(350 reserved, and 100 .*\)\. Request 1000 in Service Quotas/,
    ],
    [
      'fewer requests than the default',
      prod,
      { gatewayLimits: async () => ({ rate: 2500, burst: 1250 }) },
      /^API Gateway allows this account 2500\/1250 requests in eu-central-1, but `gateway` is 10000\/5000\. Set gateway to 2500\/1250/,
    ],
    [
      'a region without a service',
      prod,
      { hasService: async (name) => name !== 'wafv2' },
      /^These services do not exist in eu-central-1, .*: wafv2\. .*AWS_REGION/,
    ],
    [
      'no certificate',
      { ...prod, ...domain },
      { certificate: async () => undefined },
      /has no certificate arn:.* Request one for api\.example\.com/,
    ],
    [
      'a certificate that is not validated',
      { ...prod, ...domain },
      { certificate: async () => ({ status: 'PENDING_VALIDATION', names: [] }) },
      /is PENDING_VALIDATION\. Validate it/,
    ],
    [
      'a certificate that cannot be validated any more',
      { ...prod, ...domain },
      { certificate: async () => ({ status: 'VALIDATION_TIMED_OUT', names: [] }) },
      /is VALIDATION_TIMED_OUT\. Request a new one for api\.example\.com in ACM in eu-central-1, and set certificate/,
    ],
    [
      'a certificate for another domain',
      { ...prod, ...domain },
      { certificate: async () => ({ status: 'ISSUED', names: ['*.example.org'] }) },
      /is for \*\.example\.org, not for api\.example\.com/,
    ],
  ])('%s', async (_, settings, different, problem) => {
    expect(await problems(settings, different)).toEqual([expect.stringMatching(problem)]);
  });
});

test('notices that other functions reserve concurrency, but not that the deployed stage itself does', async () => {
  const concurrency = async () => ({ limit: 600, unreserved: 300 });
  expect(await problems(prod, { concurrency })).toEqual([
    expect.stringMatching(/allows 600 .*, of which other .* reserve 300; /),
  ]);
  expect(await problems(prod, { concurrency, deployed: async () => ({}) })).toEqual([]);
  const full = { concurrency: async () => ({ limit: 800, unreserved: 100 }), deployed: async () => ({ orders: '50' }) };
  expect(await problems({ ...prod, orders: '50' }, full)).toEqual([]);
  expect(await problems({ ...prod, orders: '200' }, full)).toEqual([
    expect.stringMatching(/allows 800 .*, of which other .* reserve 500; /),
  ]);
});

test('a deployment loses no setting of the last one, unless that is wanted', async () => {
  const deployed = async () => stage({ ...prod, ...domain, kms: 'on', shift: 'now' }).lasting;
  const [problem] = await problems({ ...prod, ...domain }, { deployed });
  expect(problem).toBe('The last deployment had -c kms=on. Add that, or run preflight with -c drop=kms.');
  expect((await problems(prod, { deployed }, ['kms']))[0]).toMatch(/preflight with -c drop=kms,domain,certificate\.$/);
  expect(await problems({ ...prod, ...domain, kms: 'off' }, { deployed })).toEqual([]);
  expect(await problems({ ...prod, ...domain }, { deployed }, ['kms'])).toEqual([]);
});

test('the data stack must manage the restored table, which must be as the stack would make it', async () => {
  const restored = { ...prod, table: 'restored' };
  const [problem] = await problems(restored, { managedTable: async () => 'first' });
  expect(problem).toBe(
    'StorePlatformData-prod does not manage restored yet. Run this, which keeps the old table: npx cdk deploy StorePlatformData-prod --exclusively -c stage=prod --import-existing-resources',
  );
  const different = async () => [
    { problem: 'its stream is on', remedy: 'aws dynamodb update-table' },
    { problem: 'time to live is off', remedy: 'aws dynamodb update-time-to-live' },
  ];
  expect((await problems(restored, { tableDifferences: different }))[0]?.split('\n')).toEqual([
    'restored differs from the table that StorePlatformData-prod would make. Correct that before the stack imports it:',
    '        its stream is on: aws dynamodb update-table',
    '        time to live is off: aws dynamodb update-time-to-live',
  ]);
  expect(await problems(restored, { managedTable: async () => 'restored', tableDifferences: different })).toEqual([]);
});

test('a stage that names its account and region cannot be deployed elsewhere', () => {
  expect(() => stage({ account: '444455556666' })).toThrow(
    'dev belongs to the account 444455556666, but this deployment is to 1111',
  );
  expect(() => stage({ region: 'eu-west-1' })).toThrow(
    'dev belongs to the region eu-west-1, but this deployment is to eu-central-1.',
  );
  expect(stage({ account: '111122223333', region: 'eu-central-1' }).name).toBe('dev');
});

test('counts the concurrency that the stage reserves', () => {
  const settings = [prod, { ...prod, deliveries: '500' }, { ...prod, orders: '1000', rates: '40' }, {}];
  expect(settings.map((one) => reservedBy(stage(one)))).toEqual([350, 1250, 1180, 0]);
});
