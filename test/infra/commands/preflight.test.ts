import { expect, test } from '@jest/globals';
import type { Account } from '../../../infra/commands/preflight/account.ts';
import { checksOf, reservedBy } from '../../../infra/commands/preflight/preflightChecks.ts';
import { stageOf } from '../../../infra/stacks/stage.ts';
import { certificate, deployedTo, prod } from '../../support/stages.ts';

const withDomain = { ...prod, domain: 'api.example.com', certificate };

type Answers = {
  [name in keyof Account]?: Account[name] extends (...given: never[]) => Promise<infer Answer> ? Answer : never;
};

/** An account in which everything is as it should be, but for these answers, and perhaps a service that its region lacks. */
function account(answers: Answers = {}, lacking?: string): Account {
  const usual: Answers = {
    ...{
      deployed: undefined,
      managedTable: undefined,
      ownKey: undefined,
      tableKey: undefined,
      tableDifferences: [],
      unknownIndexes: [],
      bootstrapVersion: 27,
    },
    concurrency: { limit: 1000, unreserved: 1000 },
    gatewayLimits: { rate: 10_000, burst: 5000 },
    certificate: { status: 'ISSUED', names: ['api.example.com'] },
  };
  const functions = Object.entries({ ...usual, ...answers }).map(([name, answer]) => [name, async () => answer]);
  const hasService = async (name: string) => name !== lacking;
  return { region: 'eu-central-1', id: '111122223333', ...Object.fromEntries(functions), hasService };
}

const stage = (settings: Record<string, string>) => stageOf((name) => settings[name], deployedTo);

async function problemsIn(account: Account, settings: Record<string, string>, drop?: string[]): Promise<string[]> {
  const found = await Promise.all(checksOf(stage(settings), account, drop).map((check) => check.run()));
  return found.filter((problem) => problem !== undefined);
}

const problems = (settings: Record<string, string>, answers?: Answers, drop?: string[]) =>
  problemsIn(account(answers), settings, drop);

test('finds nothing if the deployment can work', async () => {
  expect(await problems(withDomain)).toEqual([]);
  expect(await problems(withDomain, { certificate: { status: 'ISSUED', names: ['*.example.com'] } })).toEqual([]);
  expect(await problems({}, { concurrency: { limit: 50, unreserved: 50 } })).toEqual([]);
});

test.each<[string, Answers, RegExp]>([
  [
    'no bootstrap',
    { bootstrapVersion: undefined },
    /not prepared for CDK in eu-central-1\. Run npx cdk bootstrap -c stage=prod\./,
  ],
  ['an old bootstrap', { bootstrapVersion: 5 }, /has version 5 .* 6 is needed\. Run npx cdk bootstrap -c stage=prod again/],
  [
    'too little concurrency',
    { concurrency: { limit: 10, unreserved: 10 } },
    /allows 10 .*; prod needs 450 \(350 reserved, and 100 .*\)\. Request 1000 in Service Quotas/,
  ],
  [
    'fewer requests than the default',
    { gatewayLimits: { rate: 2500, burst: 1250 } },
    /^API Gateway allows this account 2500\/1250 \(requests per second\/burst\) in eu-central-1, but `gateway` is 10000\/5000\. Set gateway to 2500\/1250/,
  ],
  ['no certificate', { certificate: undefined }, /has no certificate arn:.* Request one for api\.example\.com/],
  [
    'a certificate that is not validated',
    { certificate: { status: 'PENDING_VALIDATION', names: [] } },
    /is PENDING_VALIDATION\. Validate it/,
  ],
  [
    'a certificate that cannot be validated any more',
    { certificate: { status: 'VALIDATION_TIMED_OUT', names: [] } },
    /is VALIDATION_TIMED_OUT\. Request a new one for api\.example\.com in ACM in eu-central-1, and set certificate/,
  ],
  [
    'a certificate for another domain',
    { certificate: { status: 'ISSUED', names: ['*.example.org'] } },
    /is for \*\.example\.org, not for api\.example\.com/,
  ],
])('names one problem and its remedy: %s', async (_, answers, problem) => {
  expect(await problems(withDomain, answers)).toEqual([expect.stringMatching(problem)]);
});

test('names the services that the region lacks', async () => {
  expect(await problemsIn(account({}, 'wafv2'), prod)).toEqual([
    expect.stringMatching(/^These services do not exist in eu-central-1, .*: wafv2\. .*AWS_REGION/),
  ]);
});

test('notices that other functions reserve concurrency, but not that the deployed stage itself does', async () => {
  const concurrency = { limit: 600, unreserved: 300 };
  expect(await problems(prod, { concurrency })).toEqual([
    expect.stringMatching(/allows 600 .*, of which other .* reserve 300; /),
  ]);
  expect(await problems(prod, { concurrency, deployed: {} })).toEqual([]);
  const full = { concurrency: { limit: 800, unreserved: 100 }, deployed: { orders: '50' } };
  expect(await problems({ ...prod, orders: '50' }, full)).toEqual([]);
  expect(await problems({ ...prod, orders: '200' }, full)).toEqual([
    expect.stringMatching(/allows 800 .*, of which other .* reserve 500; /),
  ]);
});

test('an older version deletes no index of a newer one, unless that is wanted', async () => {
  const answers = { managedTable: 'orders', unknownIndexes: ['by_phone'] };
  expect(await problems(prod, answers)).toEqual([
    'orders has an index that this version would delete: by_phone. Deploy a version that has it. If the deployed one no longer reads it, add -c drop=by_phone to this command.',
  ]);
  expect(await problems(prod, answers, ['by_phone'])).toEqual([]);
});

test('a deployment loses no setting of the last one, unless that is wanted', async () => {
  const deployed = stage({ ...withDomain, kms: 'on', shift: 'now' }).lasting;
  const [problem] = await problems(withDomain, { deployed });
  expect(problem).toBe(
    'The last deployment had -c kms=on. Pass that again, or put it into cdk.json. To drop it on purpose, add -c drop=kms to this command.',
  );
  expect((await problems(prod, { deployed }, ['kms']))[0]).toMatch(/add -c drop=kms,domain,certificate to this command\.$/);
  expect(await problems({ ...withDomain, kms: 'off' }, { deployed })).toEqual([]);
  expect(await problems(withDomain, { deployed }, ['kms'])).toEqual([]);
  const closed = stage({ ...prod, closed: 'on' }).lasting;
  expect((await problems(prod, { deployed: closed }))[0]).toMatch(
    /^The service of prod is closed\. .* to open it, -c drop=closed\.$/,
  );
  expect(await problems(prod, { deployed: closed }, ['closed'])).toEqual([]);
  expect(await problems(prod, { deployed: { ...closed, closed: 'off' } })).toEqual([]);
  const table = { deployed: { table: 'second' }, managedTable: 'first' };
  expect((await problems({ ...prod, table: 'first' }, table))[0]).toMatch(
    /^The last deployment used the table second, this one uses first\. /,
  );
  expect(await problems({ ...prod, table: 'first' }, table, ['table'])).toEqual([]);
});

test('the data stack must manage the restored table, which must be as the stack would make it', async () => {
  const restored = { ...prod, table: 'restored' };
  const [problem] = await problems(restored, { managedTable: 'first' });
  expect(problem).toBe(
    'StorePlatformData-prod does not manage restored yet. To make it, run the following command with every -c option that you passed to preflight (it keeps the old table): npx cdk deploy StorePlatformData-prod --exclusively -c stage=prod --import-existing-resources',
  );
  const different = [
    { problem: 'its stream is on', remedy: 'aws dynamodb update-table' },
    { problem: 'time to live is off', remedy: 'aws dynamodb update-time-to-live' },
  ];
  expect((await problems(restored, { tableDifferences: different }))[0]?.split('\n')).toEqual([
    'restored differs from the table that StorePlatformData-prod would make. Correct that before the stack imports it:',
    '        its stream is on: aws dynamodb update-table',
    '        time to live is off: aws dynamodb update-time-to-live',
  ]);
  expect(await problems(restored, { managedTable: 'restored', tableDifferences: different })).toEqual([]);
});

test('the stage’s own key must encrypt the restored table, once that key exists', async () => {
  const restored = { ...prod, table: 'restored', kms: 'on' };
  const ownKey = 'arn:aws:kms:eu-central-1:111122223333:key/1';
  const found = { managedTable: 'restored', ownKey };
  expect(await problems(restored, found)).toEqual([
    `restored is not encrypted with the key of StorePlatformData-prod. Correct that: aws dynamodb update-table --table-name restored --sse-specification Enabled=true,SSEType=KMS,KMSMasterKeyId=${ownKey}`,
  ]);
  expect(await problems(restored, { ...found, tableKey: `${ownKey}2` })).toHaveLength(1);
  expect(await problems(restored, { ...found, tableKey: ownKey })).toEqual([]);
  expect(await problems(restored, { managedTable: 'restored' })).toEqual([]);
  expect(await problems({ ...restored, kms: 'off' }, found)).toEqual([]);
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
