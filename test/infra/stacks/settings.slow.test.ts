import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { stageOf } from '../../../infra/stacks/stage.ts';

const certificate = 'arn:aws:acm:eu-central-1:111122223333:certificate/7f1c2d3e-0000-4000-8000-000000000000';

/** The app as the command line runs it, far from any account. */
const run = (context: object) =>
  spawnSync(process.execPath, ['infra/app.ts'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, CDK_CONTEXT_JSON: JSON.stringify(context) },
  });

describe('a wrong configuration is told in one line', () => {
  test.each<[string, object, RegExp]>([
    ['an unknown stage', { stage: 'staging' }, /^-c stage=… must be dev or prod$/],
    ['no account', { stage: 'prod' }, /^-c stage=prod needs an AWS account: .*AWS_REGION/],
    ['an address that is none', { alarms: 'somebody' }, /^-c alarms=… must be an e-mail address/],
    ['a domain that is none', { domain: 'https://api.example.com', certificate }, /^-c domain=… must be a public host name/],
    ['a domain without a certificate', { domain: 'api.example.com' }, /^-c domain=… and -c certificate=… go together/],
    ['no domain to be reached by alone', { exclusive: 'on' }, /^-c domain=… and -c certificate=… go together/],
    ['a certificate from elsewhere', { domain: 'api.example.com', certificate: 'mine' }, /^-c certificate=… must be the ARN/],
    ['a table that none can be called', { table: 'a b' }, /^-c table=… must be the name of a table$/],
    ['several faults', { stage: 'x', tracing: 'yes' }, /^-c stage=… must be dev or prod; -c tracing=… must be on or off$/],
  ])('%s', (_, context, line) => {
    const { status, stderr, stdout } = run(context);
    expect(stderr.trim()).toMatch(line);
    expect([status, stderr.trim().split('\n').length, stdout]).toEqual([1, 1, '']);
  });
});

test('a certificate must be where the deployment is, as far as that is known', () => {
  const given = (name: string) => ({ domain: 'api.example.com', certificate })[name];
  expect(() => stageOf(given, { CDK_DEFAULT_REGION: 'us-east-1' })).toThrow('is in eu-central-1, and must be in us-east-1');
  for (const environment of [{}, { CDK_DEFAULT_REGION: 'eu-central-1' }]) {
    expect(stageOf(given, environment).domain?.name).toBe('api.example.com');
  }
});

test('a setting may be kept for one stage, and what is said at the command line goes before it', () => {
  const kept = { 'table:dev': 'kept-table', 'alarms:dev': 'dev@example.com', 'tracing:prod': 'on' };
  const stage = stageOf((name) => ({ ...kept, alarms: 'ops@example.com' })[name], {});
  expect(stage).toMatchObject({ name: 'dev', table: 'kept-table', alarms: 'ops@example.com', isTraced: false });
});
