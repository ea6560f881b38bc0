import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { anApp, functionOf, synthesized } from './synthesized.ts';

const certificate = 'arn:aws:acm:eu-central-1:111122223333:certificate/7f1c2d3e-0000-4000-8000-000000000000';

describe('a development stage', () => {
  let data: Template;
  let service: Template;
  beforeAll(async () => {
    ({ data, service } = await synthesized({}));
  }, 60_000);

  test('is deleted with its data and logs, and keeps logs for two weeks', () => {
    data.hasResource('AWS::DynamoDB::Table', { DeletionPolicy: 'Delete', Properties: { DeletionProtectionEnabled: false } });
    service.allResources('AWS::Logs::LogGroup', { DeletionPolicy: 'Delete', Properties: { RetentionInDays: 14 } });
  });

  test('has low limits, and reserves no concurrency', () => {
    service.hasResourceProperties('AWS::ApiGateway::Stage', { MethodSettings: Match.arrayWith([all(50, 100)]) });
    service.hasResourceProperties('AWS::Lambda::EventSourceMapping', { ScalingConfig: { MaximumConcurrency: 5 } });
    service.allResourcesProperties('AWS::Lambda::Function', { ReservedConcurrentExecutions: Match.absent() });
  });

  test('sends no alarms, traces nothing and has no domain', () => {
    service.resourceCountIs('AWS::SNS::Topic', 0);
    service.resourceCountIs('AWS::ApiGateway::DomainName', 0);
    service.hasResourceProperties('AWS::ApiGateway::Stage', { TracingEnabled: false });
    expect(functionOf(service, 'getOrder').TracingConfig).toBeUndefined();
  });
});

test('the data stack is deployed first, but after the service when that stops using its table', async () => {
  const first = async (given: Record<string, string>) => {
    const { data, service } = await anApp(given);
    expect(Template.fromStack(service).toJSON()).toBeDefined();
    return { data: data.dependencies.includes(service), service: service.dependencies.includes(data) };
  };
  expect(await first({})).toEqual({ data: false, service: true });
  expect(await first({ table: 'restored-table' })).toEqual({ data: true, service: false });
}, 60_000);

const all = (ThrottlingRateLimit: number, ThrottlingBurstLimit: number) =>
  Match.objectLike({ ResourcePath: '/*', HttpMethod: '*', ThrottlingRateLimit, ThrottlingBurstLimit });

test('an exclusive domain turns off the AWS address', async () => {
  const { service } = await synthesized({ domain: 'api.example.com', certificate, exclusive: 'on' });
  service.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: true });
}, 60_000);

test('a closed stage rejects every request and delivers nothing', async () => {
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

  test('has high limits, but lower ones for operations that are costly or need no key', () => {
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

  test('limits the functions that call receivers, and reserves 100 in all', () => {
    const { MAX_SAFE_INTEGER: any } = Number;
    const held = (id: string) => functionOf(service, id).ReservedConcurrentExecutions ?? any;
    expect(['testWebhook', 'calculateRates', 'getOrder'].map(held)).toEqual([25, 25, any]);
    const all = Object.values(service.findResources('AWS::Lambda::Function')).map(({ Properties }) => Properties);
    const reserved = all.reduce((sum, { ReservedConcurrentExecutions: own = 0 }) => sum + own, 0);
    expect(reserved).toBe(100);
  });

  test('reserves concurrency for deliver, which uses no more than that', () => {
    expect(functionOf(service, 'deliver').ReservedConcurrentExecutions).toBe(50);
    service.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 1,
      ScalingConfig: { MaximumConcurrency: 50 },
    });
  });

  test('is served at its domain, with TLS 1.2 or newer', () => {
    service.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: 'api.example.com',
      RegionalCertificateArn: certificate,
      SecurityPolicy: Match.stringLikeRegexp('^SecurityPolicy_TLS13_1_2'),
      EndpointAccessMode: 'STRICT',
    });
    service.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: false });
    service.hasOutput('BaseUrl', { Value: 'https://api.example.com' });
  });

  test('traces the gateway and every function', () => {
    service.hasResourceProperties('AWS::ApiGateway::Stage', { TracingEnabled: true });
    service.allResourcesProperties('AWS::Lambda::Function', { TracingConfig: { Mode: 'Active' } });
  });

  test('can use a restored table, and keeps its own table', () => {
    expect(functionOf(service, 'getOrder').Environment.Variables.TABLE_NAME).toBe('restored-table');
    expect(JSON.stringify(service)).not.toContain('StorePlatformData');
    data.hasResource('AWS::DynamoDB::Table', { DeletionPolicy: 'Retain' });
  });
});
