import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { accessLogOptions } from '../../../infra/stacks/gateway/deployOptions.ts';
import { stageOf } from '../../../infra/stacks/stage.ts';

const certificate = 'arn:aws:acm:eu-central-1:111122223333:certificate/7f1c2d3e-0000-4000-8000-000000000000';

/** Runs the app without an AWS account. */
const run = (context: object) =>
  spawnSync(process.execPath, ['infra/app.ts'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, CDK_CONTEXT_JSON: JSON.stringify(context) },
  });

describe('reports an invalid setting in one line', () => {
  test.each<[string, object, RegExp]>([
    ['nobody who receives the alarms of prod', { stage: 'prod' }, /^-c stage=prod needs the address .*"alarms:prod"/],
    ['nobody who receives the budget', { budget: '500' }, /^-c budget needs the address .*"alarms:dev"/],
    ['an unknown shift', { shift: 'later' }, /^-c shift=later: must be steps or now$/],
    [
      'no decision on backups',
      { stage: 'prod', alarms: 'ops@example.com' },
      /^-c stage=prod needs -c backup=<ARN .* or -c backup=none/,
    ],
    [
      'no account',
      { stage: 'prod', alarms: 'ops@example.com', backup: 'none' },
      /^-c stage=prod needs an AWS account\. .*AWS_REGION/,
    ],
    ['an invalid e-mail address', { alarms: 'somebody' }, /^-c alarms=somebody: must be an e-mail address/],
    [
      'an invalid domain',
      { domain: 'https://api.example.com', certificate },
      /^-c domain=https:\/\/api.example.com: must be a public host name/,
    ],
    ['a domain without a certificate', { domain: 'api.example.com' }, /^Set -c domain and -c certificate together/],
    [
      'a certificate that is not an ARN',
      { domain: 'api.example.com', certificate: 'mine' },
      /^-c certificate=mine: must be the ARN/,
    ],
    ['too many deliveries at once', { deliveries: '501' }, /^-c deliveries=501: must be a number from 2 to 500/],
    ['an unknown plan', { quotas: 'plan9=5' }, /^-c quotas: "plan9=5" is not valid\. Write plan=requests/],
    ['a vault that is not an ARN', { backup: 'copies' }, /^-c backup=copies: must be the ARN of a backup vault, or none$/],
    [
      'limits of the gateway without a burst',
      { gateway: '5000' },
      /^-c gateway=5000: must be requests per second and the burst/,
    ],
    ['an invalid table name', { table: 'a b' }, /^-c table=a b: must be a table name/],
    ['several errors', { stage: 'x', tracing: 'yes' }, /^-c stage=x: must be dev or prod; -c tracing=yes: must be on or off$/],
  ])('%s', (_, context, line) => {
    const { status, stderr, stdout } = run(context);
    expect(stderr.trim()).toMatch(line);
    expect([status, stderr.trim().split('\n').length, stdout]).toEqual([1, 1, '']);
  });
});

test('rejects a backup vault that would be lost together with the table', () => {
  const account = { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: 'eu-central-1' };
  const stageWith = (backup: string) => stageOf((name) => ({ backup })[name], account);
  const vault = (region: string, id: string) => `arn:aws:backup:${region}:${id}:backup-vault:copies`;
  expect(() => stageWith(vault('eu-central-1', '111122223333'))).toThrow(
    'Use one in another account or region, or -c backup=none.',
  );
  for (const elsewhere of [vault('eu-west-1', '111122223333'), vault('eu-central-1', '444455556666')]) {
    expect(stageWith(elsewhere).backupVault).toBe(elsewhere);
  }
});

test('reads how many deliveries run at once, and the quotas of plans', () => {
  const settings: Record<string, string> = { deliveries: '500', quotas: 'trial=5, plan5=20000' };
  const stage = stageOf((name) => settings[name], {});
  expect([stage.deliverConcurrency, stage.quotas]).toEqual([
    500,
    expect.objectContaining({ trial: 5, plan1: 500, plan5: 20_000 }),
  ]);
});

test.each([
  [{ stage: 'dev' }, false],
  [{ stage: 'dev', waf: 'on' }, true],
  [{ stage: 'prod', alarms: 'ops@example.com', backup: 'none' }, true],
  [{ stage: 'prod', alarms: 'ops@example.com', backup: 'none', waf: 'off' }, false],
])('whether %j has a firewall: %p', (settings: Record<string, string>, expected) => {
  const account = { CDK_DEFAULT_ACCOUNT: '111122223333', CDK_DEFAULT_REGION: 'eu-central-1' };
  expect(stageOf((name) => settings[name], account).hasFirewall).toBe(expected);
});

test('the access log has the address and user agent of callers unless `callers` is off', () => {
  const formatOf = (callers: string | undefined) => {
    const stack = new Stack();
    const { accessLogFormat } = accessLogOptions(
      stack,
      stageOf((name) => (name === 'callers' ? callers : undefined), {}),
    );
    return Object.keys(JSON.parse(accessLogFormat?.toString() as string));
  };
  expect(formatOf(undefined)).toEqual(expect.arrayContaining(['address', 'user_agent']));
  expect(formatOf('off')).not.toEqual(expect.arrayContaining(['address']));
  expect(formatOf('off')).not.toEqual(expect.arrayContaining(['user_agent']));
});

test('a certificate must be in the region of the deployment, if that is known', () => {
  const given = (name: string) => ({ domain: 'api.example.com', certificate })[name];
  expect(() => stageOf(given, { CDK_DEFAULT_REGION: 'us-east-1' })).toThrow('is in eu-central-1. Use one in us-east-1');
  for (const environment of [{}, { CDK_DEFAULT_REGION: 'eu-central-1' }]) {
    expect(stageOf(given, environment).domain?.name).toBe('api.example.com');
  }
});

test('a setting can be kept for one stage, and the command line overrides it', () => {
  const kept = { 'table:dev': 'kept-table', 'alarms:dev': 'dev@example.com', 'tracing:prod': 'on' };
  const stage = stageOf((name) => ({ ...kept, alarms: 'ops@example.com' })[name], {});
  expect(stage).toMatchObject({ name: 'dev', table: 'kept-table', alarms: 'ops@example.com', isTraced: false });
});
