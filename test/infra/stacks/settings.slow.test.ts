import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { accessLogOptions, throttlingOptions } from '../../../infra/stacks/gateway/deployOptions.ts';
import { stageOf } from '../../../infra/stacks/stage.ts';
import type { Endpoint } from '../../../lib/api/route.ts';
import { certificate, deployedTo, prod } from '../../support/stages.ts';

const domain = 'api.example.com';

const stageWith = (settings: Record<string, string | undefined>, environment: NodeJS.ProcessEnv = deployedTo) =>
  stageOf((name) => settings[name], environment);

test.each<[string, Record<string, string>, RegExp]>([
  ['nobody who receives the alarms of prod', { stage: 'prod' }, /^-c stage=prod needs the address .*"alarms:prod"/],
  ['nobody who receives the budget', { budget: '500' }, /^-c budget needs the address .*"alarms:dev"/],
  ['an unknown shift', { shift: 'later' }, /^-c shift=later: must be steps or now$/],
  [
    'no decision on backups',
    { stage: 'prod', alarms: 'ops@example.com' },
    /^-c stage=prod needs -c backup=<ARN .* or -c backup=none/,
  ],
  ['an invalid e-mail address', { alarms: 'somebody' }, /^-c alarms=somebody: must be an e-mail address/],
  ['an invalid domain', { domain: `https://${domain}` }, /^-c domain=https:\/\/api.example.com: must be a public host name/],
  ['a domain without a certificate', { domain }, /^Set -c domain and -c certificate together/],
  ['a certificate that is not an ARN', { domain, certificate: 'mine' }, /^-c certificate=mine: must be the ARN/],
  ['too many deliveries at once', { deliveries: '501' }, /^-c deliveries=501: must be a number from 2 to 500/],
  ['an unknown plan', { quotas: 'plan9=5' }, /^-c quotas: "plan9=5" is not valid\. Write plan=requests/],
  ['a vault that is not an ARN', { backup: 'copies' }, /^-c backup=copies: must be the ARN of a backup vault, or none$/],
  ['limits of the gateway without a burst', { gateway: '5000' }, /^-c gateway=5000: must be requests per second and the burst/],
  ['an invalid table name', { table: 'a b' }, /^-c table=a b: must be a table name/],
])('reports an invalid setting: %s', (_, settings, message) => {
  expect(() => stageWith(settings)).toThrow(message);
});

test.each<[string, object, RegExp]>([
  ['no account', prod, /^-c stage=prod needs an AWS account\. .*AWS_REGION/],
  ['several errors', { stage: 'x', tracing: 'yes' }, /^-c stage=x: must be dev or prod; -c tracing=yes: must be on or off$/],
])('the app stops with one line: %s', (_, context, line) => {
  const env = { PATH: process.env.PATH, CDK_CONTEXT_JSON: JSON.stringify(context) };
  const { status, stderr, stdout } = spawnSync(process.execPath, ['infra/app.ts'], { encoding: 'utf8', env });
  expect(stderr.trim()).toMatch(line);
  expect([status, stderr.trim().split('\n').length, stdout]).toEqual([1, 1, '']);
});

test('rejects a backup vault that would be lost together with the table', () => {
  const vault = (region: string, id: string) => `arn:aws:backup:${region}:${id}:backup-vault:copies`;
  expect(() => stageWith({ backup: vault('eu-central-1', '111122223333') })).toThrow(
    'Use one in another account or region, or -c backup=none.',
  );
  for (const elsewhere of [vault('eu-west-1', '111122223333'), vault('eu-central-1', '444455556666')]) {
    expect(stageWith({ backup: elsewhere }).backupVault).toBe(elsewhere);
  }
});

test('reads how many deliveries run at once, and the quotas of plans', () => {
  const { deliverConcurrency, quotas } = stageWith({ deliveries: '500', quotas: 'trial=5, plan5=20000' });
  expect([deliverConcurrency, quotas]).toEqual([500, expect.objectContaining({ trial: 5, plan1: 500, plan5: 20_000 })]);
});

test.each<[Record<string, string>, boolean]>([
  [{}, false],
  [{ waf: 'on' }, true],
  [prod, true],
  [{ ...prod, waf: 'off' }, false],
])('whether %j has a firewall: %p', (settings, expected) => {
  expect(stageWith(settings).hasFirewall).toBe(expected);
});

test.each(['2500/1250', '5000/2501', '10000/5000', '1/1'])(
  'with gateway=%s, each burst is a whole number above 0',
  (gateway) => {
    const docs: Endpoint = { id: 'docs', method: 'GET', path: '/docs/' };
    const health: Endpoint = { id: 'health', method: 'GET', path: '/health/' };
    for (const settings of [{}, prod]) {
      const limited = { costly: [docs], unauthenticated: [health] };
      const { throttlingBurstLimit, methodOptions = {} } = throttlingOptions(stageWith({ ...settings, gateway }), limited);
      const bursts = [throttlingBurstLimit, ...Object.values(methodOptions).map((options) => options.throttlingBurstLimit)];
      expect(bursts).toHaveLength(5);
      expect(bursts.filter((burst = 0) => !Number.isInteger(burst) || burst < 1)).toEqual([]);
    }
  },
);

test('the access log has the address and user agent of callers unless `callers` is off', () => {
  const fieldsWith = (callers: string | undefined) => {
    const { accessLogFormat } = accessLogOptions(new Stack(), stageWith({ callers }));
    return Object.keys(JSON.parse(accessLogFormat?.toString() as string));
  };
  const personal = ['address', 'user_agent'];
  expect(fieldsWith(undefined)).toEqual(expect.arrayContaining(personal));
  expect(fieldsWith('off').filter((name) => personal.includes(name))).toEqual([]);
});

test('a certificate must be in the region of the deployment, if that is known', () => {
  const settings = { domain, certificate };
  expect(() => stageWith(settings, { CDK_DEFAULT_REGION: 'us-east-1' })).toThrow('is in eu-central-1. Use one in us-east-1');
  for (const environment of [{}, deployedTo]) expect(stageWith(settings, environment).domain?.name).toBe(domain);
});

test('a setting can be kept for one stage, and the command line overrides it', () => {
  const kept = { 'table:dev': 'kept-table', 'alarms:dev': 'dev@example.com', 'tracing:prod': 'on' };
  const stage = stageWith({ ...kept, alarms: 'ops@example.com' }, {});
  expect(stage).toMatchObject({ name: 'dev', table: 'kept-table', alarms: 'ops@example.com', isTraced: false });
});
