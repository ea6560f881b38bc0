import { describe, expect, test } from '@jest/globals';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { stages } from '../../support/stages.ts';
import { functionOf, propertiesOf, synthesized, templatesOf } from '../../support/synthesized.ts';

describe('a development stage', () => {
  const { data, service } = templatesOf('dev');

  test('is deleted with its data and logs, and keeps logs for two weeks', () => {
    data.hasResource('AWS::DynamoDB::Table', { DeletionPolicy: 'Delete', Properties: { DeletionProtectionEnabled: false } });
    service.allResources('AWS::Logs::LogGroup', { DeletionPolicy: 'Delete', Properties: { RetentionInDays: 14 } });
  });

  test('has low limits, and reserves no concurrency', () => {
    service.hasResourceProperties('AWS::ApiGateway::Stage', { MethodSettings: Match.arrayWith([all(100, 50)]) });
    service.hasResourceProperties('AWS::Lambda::EventSourceMapping', { ScalingConfig: { MaximumConcurrency: 5 } });
    service.allResourcesProperties('AWS::Lambda::Function', { ReservedConcurrentExecutions: Match.absent() });
  });

  test('can limit the functions that call receivers, but not deliver and follow', () => {
    const { service } = templatesOf('exclusive');
    const limits = ['testWebhook', 'calculateRates', 'deliver', 'follow'].map(
      (id) => functionOf(service, id).ReservedConcurrentExecutions,
    );
    expect(limits).toEqual([5, 5, undefined, undefined]);
  });

  test('sends no alarms, traces nothing and has no domain', () => {
    service.resourceCountIs('AWS::SNS::Topic', 0);
    service.resourceCountIs('AWS::ApiGateway::DomainName', 0);
    service.hasResourceProperties('AWS::ApiGateway::Stage', { TracingEnabled: false });
    expect(functionOf(service, 'getOrder').TracingConfig).toBeUndefined();
  });
});

test('the data stack is deployed first, with a restored table too', () => {
  for (const name of ['dev', 'restored'] as const) expect(synthesized(name).after).toEqual({ data: false, service: true });
});

const all = (ThrottlingRateLimit: number, ThrottlingBurstLimit: number) =>
  Match.objectLike({ ResourcePath: '/*', HttpMethod: '*', ThrottlingRateLimit, ThrottlingBurstLimit });

test('an exclusive domain turns off the AWS address', () => {
  const { service } = templatesOf('exclusive');
  service.hasResourceProperties('AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: true });
});

test('a closed stage rejects every request and delivers nothing', () => {
  const { service } = templatesOf('closed');
  const limitsOf = (template: Template): Record<string, number>[] =>
    propertiesOf(template, 'AWS::ApiGateway::Stage')[0]?.MethodSettings;
  const limits = limitsOf(service);
  // API Gateway keeps the limit of a method that a deployment does not mention.
  expect(limits).toHaveLength(limitsOf(templatesOf('prod').service).length);
  expect(new Set(limits.flatMap((each) => [each.ThrottlingRateLimit, each.ThrottlingBurstLimit]))).toEqual(new Set([0]));
  const responses = propertiesOf(service, 'AWS::ApiGateway::RestApi')[0]?.Body['x-amazon-apigateway-gateway-responses'];
  expect(responses.THROTTLED).toMatchObject({
    statusCode: '503',
    responseParameters: { 'gatewayresponse.header.Retry-After': "'60'" },
    responseTemplates: { 'application/json': expect.stringContaining('"code":"temporarily_unavailable"') },
  });
  service.hasResourceProperties('AWS::Lambda::EventSourceMapping', { Enabled: false });
  service.hasResourceProperties('AWS::Events::Rule', { State: 'DISABLED' });
});

describe('a production stage', () => {
  const { service, data } = templatesOf('everything');

  test('has high limits of what the account may do, but lower ones for operations that are costly or need no key', () => {
    const [live] = propertiesOf(service, 'AWS::ApiGateway::Stage');
    const rates = live?.MethodSettings.map((each: Record<string, string>) => [
      `${each.HttpMethod} ${each.ResourcePath?.replaceAll('~1', '/').replace('//', '/')}`,
      each.ThrottlingRateLimit,
    ]);
    expect(Object.fromEntries(rates)).toMatchObject({
      '* /*': 1250,
      'GET /v1/management/order': 500,
      'HEAD /v1/management/order': 500,
      'POST /v1/management/shipping/rates': 500,
      'GET /docs': 50,
      'GET /docs/{file}': 50,
      'GET /openapi.json': 50,
      'GET /webhooks.json': 50,
    });
    expect(rates.flat()).not.toContain('POST /v1/management/order');
  });

  test('limits the functions that call receivers, and reserves a concurrency of 350 in total', () => {
    const { MAX_SAFE_INTEGER: any } = Number;
    const held = (id: string) => functionOf(service, id).ReservedConcurrentExecutions ?? any;
    expect(['testWebhook', 'calculateRates', 'getOrder'].map(held)).toEqual([25, 25, any]);
    const reserved = propertiesOf(service, 'AWS::Lambda::Function').reduce(
      (sum, { ReservedConcurrentExecutions: own = 0 }) => sum + own,
      0,
    );
    expect(reserved).toBe(350);
    expect(['placeOrder', 'deliver', 'follow'].map(held)).toEqual([200, 50, 50]);
  });

  test('is served at its domain, with TLS 1.2 or newer', () => {
    service.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: 'api.example.com',
      RegionalCertificateArn: stages.everything.certificate,
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

  test('can use a restored table, which the data stack imports instead of its own', () => {
    expect(functionOf(service, 'getOrder').Environment.Variables.TABLE_NAME).toBe('restored-table');
    expect(JSON.stringify(service)).not.toContain('StorePlatformData');
    const tableIn = (name: 'prod' | 'everything' | 'restored') =>
      Object.entries(templatesOf(name).data.findResources('AWS::DynamoDB::Table'))[0] ?? ['', {}];
    const [[own, { Properties }], [imported, { Properties: restored, ...policies }]] = [tableIn('prod'), tableIn('everything')];
    expect(imported).not.toBe(own);
    expect(policies).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    const { SSESpecification, WarmThroughput, ...same } = restored;
    const indexes = same.GlobalSecondaryIndexes.map(
      ({ WarmThroughput, ...index }: object & { WarmThroughput: object }) => index,
    );
    expect({ ...same, GlobalSecondaryIndexes: indexes }).toEqual({ TableName: 'restored-table', ...Properties });
    expect(tableIn('restored')[1]).toMatchObject({ DeletionPolicy: 'Retain' });
    data.hasOutput('TableName', { Value: { Ref: imported } });
  });
});

test('a stage can be deployed to a second region: each name that all regions of an account share contains its region', () => {
  const shared = ['BucketName', 'BudgetName', 'DashboardName', 'ManagedPolicyName', 'RoleName', 'UserName'];
  const names: string[] = [];
  JSON.stringify(synthesized('everything'), (key, value) => {
    if (shared.includes(key)) names.push(JSON.stringify(value));
    return value;
  });
  expect(names).toEqual([expect.stringContaining('{"Ref":"AWS::Region"}')]);
});
