import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { stageOf } from '../../infra/stage.ts';
import { functionOf, synthesized } from './synthesized.ts';

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
    ['no account', { stage: 'prod' }, /^-c stage=prod needs an AWS account: .*CDK_DEFAULT_ACCOUNT/],
    ['an address that is none', { alarms: 'somebody' }, /^-c alarms=… must be an e-mail address/],
    ['a domain that is none', { domain: 'https://api.example.com', certificate }, /^-c domain=… must be a public host name/],
    ['a domain without a certificate', { domain: 'api.example.com' }, /^-c domain=… and -c certificate=… go together/],
    ['a certificate from elsewhere', { domain: 'api.example.com', certificate: 'mine' }, /^-c certificate=… must be the ARN/],
    ['a table that none can be called', { table: 'a b' }, /^-c table=… must be the name of a table$/],
    ['several faults', { stage: 'x', tracing: 'yes' }, /^-c stage=… must be dev or prod; -c tracing=… must be on or off$/],
  ])('%s', (_, context, line) => {
    const { status, stderr, stdout } = run(context);
    expect(stderr.trim()).toMatch(line);
    expect([status, stderr.trim().split('\n').length, stdout]).toEqual([1, 1, '']);
  });
});

test('a setting may be kept for one stage, and what is said at the command line goes before it', () => {
  const kept = { 'table:dev': 'kept-table', 'alarms:dev': 'dev@example.com', 'tracing:prod': 'on' };
  const stage = stageOf((name) => ({ ...kept, alarms: 'ops@example.com' })[name], {});
  expect(stage).toMatchObject({ name: 'dev', table: 'kept-table', alarms: 'ops@example.com', isTraced: false });
});

describe('a development stage', () => {
  let data: Template;
  let service: Template;
  beforeAll(async () => {
    ({ data, service } = await synthesized({}));
  }, 60_000);

  test('leaves nothing behind, and forgets soon', () => {
    data.hasResource('AWS::DynamoDB::Table', { DeletionPolicy: 'Delete', Properties: { DeletionProtectionEnabled: false } });
    service.allResources('AWS::Logs::LogGroup', { DeletionPolicy: 'Delete', Properties: { RetentionInDays: 14 } });
  });

  test('lets few in, delivers few at once, and reserves nothing of a small account', () => {
    service.hasResourceProperties('AWS::ApiGateway::Stage', { MethodSettings: Match.arrayWith([all(50, 100)]) });
    service.hasResourceProperties('AWS::Lambda::EventSourceMapping', { ScalingConfig: { MaximumConcurrency: 5 } });
    service.allResourcesProperties('AWS::Lambda::Function', { ReservedConcurrentExecutions: Match.absent() });
  });

  test('tells nobody, traces nothing and has no domain', () => {
    service.resourceCountIs('AWS::SNS::Topic', 0);
    service.resourceCountIs('AWS::ApiGateway::DomainName', 0);
    service.hasResourceProperties('AWS::ApiGateway::Stage', { TracingEnabled: false });
    expect(functionOf(service, 'getOrder').TracingConfig).toBeUndefined();
  });
});

const all = (ThrottlingRateLimit: number, ThrottlingBurstLimit: number) =>
  Match.objectLike({ ResourcePath: '/*', HttpMethod: '*', ThrottlingRateLimit, ThrottlingBurstLimit });

test('a closed stage lets nobody in, of no operation more than of others, and delivers nothing', async () => {
  const { service } = await synthesized({ stage: 'prod', closed: 'on' });
  service.hasResourceProperties('AWS::ApiGateway::Stage', { MethodSettings: [all(0, 0)] });
  service.hasResourceProperties('AWS::Lambda::EventSourceMapping', { Enabled: false });
  service.hasResourceProperties('AWS::Events::Rule', { State: 'DISABLED' });
}, 60_000);

describe('a production stage', () => {
  let service: Template;
  let data: Template;
  beforeAll(async () => {
    const given = { stage: 'prod', alarms: 'ops@example.com', domain: 'api.example.com', certificate };
    ({ service, data } = await synthesized({ ...given, tracing: 'on', table: 'restored-table' }));
  }, 60_000);

  test('lets many in, but less of what is costly or open to all', () => {
    const [live] = Object.values(service.findResources('AWS::ApiGateway::Stage'));
    const rates = live?.Properties.MethodSettings.map((each: Record<string, string>) => [
      `${each.HttpMethod} ${each.ResourcePath?.replaceAll('~1', '/').replace('//', '/')}`,
      each.ThrottlingRateLimit,
    ]);
    expect(Object.fromEntries(rates)).toMatchObject({
      '* /*': 1000,
      'GET /v1/management/order': 200,
      'POST /v1/management/shipping/rates': 200,
      'GET /docs': 100,
      'GET /docs/{file}': 100,
      'GET /openapi.json': 100,
    });
    expect(rates.flat()).not.toContain('POST /v1/management/order');
  });

  test('lets what waits for others hold a few of its functions only, and leaves the account most of them', () => {
    const { MAX_SAFE_INTEGER: any } = Number;
    const held = (id: string) => functionOf(service, id).ReservedConcurrentExecutions ?? any;
    expect(['testWebhook', 'calculateRates', 'getOrder'].map(held)).toEqual([25, 25, any]);
    const all = Object.values(service.findResources('AWS::Lambda::Function')).map(({ Properties }) => Properties);
    const reserved = all.reduce((sum, { ReservedConcurrentExecutions: own = 0 }) => sum + own, 0);
    expect(reserved).toBe(100);
  });

  test('keeps a share of the concurrency for deliveries, which take no more', () => {
    expect(functionOf(service, 'deliver').ReservedConcurrentExecutions).toBe(50);
    service.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 1,
      ScalingConfig: { MaximumConcurrency: 50 },
    });
  });

  test('is reached by its domain alone, with TLS 1.2 or newer', () => {
    service.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: 'api.example.com',
      RegionalCertificateArn: certificate,
      SecurityPolicy: Match.stringLikeRegexp('^SecurityPolicy_TLS13_1_2'),
      EndpointAccessMode: 'STRICT',
    });
    service.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: true });
    service.hasOutput('BaseUrl', { Value: 'https://api.example.com' });
  });

  test('is traced from the gateway on', () => {
    service.hasResourceProperties('AWS::ApiGateway::Stage', { TracingEnabled: true });
    service.allResourcesProperties('AWS::Lambda::Function', { TracingConfig: { Mode: 'Active' } });
  });

  test('can be put onto a restored table, and the own one stays as it is', () => {
    expect(functionOf(service, 'getOrder').Environment.Variables.TABLE_NAME).toBe('restored-table');
    expect(JSON.stringify(service)).not.toContain('StorePlatformData');
    data.hasResource('AWS::DynamoDB::Table', { DeletionPolicy: 'Retain' });
  });
});
