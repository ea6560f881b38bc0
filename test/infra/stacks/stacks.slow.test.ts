import { describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { routes } from '../../../lib/routes.ts';
import { functionOf, propertiesOf, templatesOf } from '../../support/synthesized.ts';

const { data, service } = templatesOf('prod');

describe('every function', () => {
  test('runs Node 24 on ARM from one asset, except the site, which has its own', () => {
    const functions = propertiesOf(service, 'AWS::Lambda::Function');
    expect(functions).toHaveLength(routes.length + 6);
    const codes = Map.groupBy(functions, ({ Code }) => JSON.stringify(Code));
    expect([...codes.values()].map(({ length }) => length).sort()).toEqual([1, routes.length + 5]);
    expect(codes.get(JSON.stringify(functionOf(service, 'site').Code))).toHaveLength(1);
    for (const properties of functions) expect(properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
  });

  test('has its memory, its timeout, and only the variables it needs, as some examples show', () => {
    expect(functionOf(service, 'getOrder')).toMatchObject({ MemorySize: 512, Timeout: 10 });
    expect(functionOf(service, 'getOrders')).toMatchObject({ MemorySize: 1769, Timeout: 10 });
    expect(functionOf(service, 'testWebhook')).toMatchObject({ MemorySize: 512, Timeout: 25 });
    const variablesOf = (id: string) => Object.keys(functionOf(service, id).Environment.Variables).sort();
    expect(variablesOf('getTenant')).toEqual(['NODE_OPTIONS', 'STAGE', 'TABLE_NAME']);
    expect(variablesOf('getOrder')).toEqual(['NODE_OPTIONS', 'QUOTAS', 'STAGE', 'TABLE_NAME']);
    expect(variablesOf('placeOrder')).toEqual([
      ...['FOLLOW_QUEUE_URL', 'NODE_OPTIONS', 'QUEUE_URL', 'QUOTAS', 'STAGE', 'TABLE_NAME'],
    ]);
    expect(functionOf(service, 'unmatched').Environment.Variables).toEqual({
      STAGE: 'prod',
      NODE_OPTIONS: '--stack-trace-limit=30',
      FUNCTION_PREFIX: 'StorePlatform-prod-api-',
    });
  });

  test('logs to one group, which deletes old logs', () => {
    const logging = propertiesOf(service, 'AWS::Lambda::Function').map(({ LoggingConfig }) => LoggingConfig);
    const groups = Object.keys(service.findResources('AWS::Logs::LogGroup')).filter((id) => !id.startsWith('AccessLog'));
    expect(groups).toHaveLength(1);
    const LogGroup = { Ref: groups[0] };
    // With INFO, Lambda reports the duration, the memory and the cold start of each request.
    for (const format of logging) expect(format).toEqual({ LogFormat: 'JSON', SystemLogLevel: 'INFO', LogGroup });
    for (const { RetentionInDays } of propertiesOf(service, 'AWS::Logs::LogGroup')) expect(RetentionInDays).toBe(90);
  });
});

test('a role names every action and resource, and uses no managed policy', () => {
  const { GatewayCloudWatchRole34305E06: writesLogs, ...others } = service.findResources('AWS::IAM::Role');
  const roles = Object.entries(others).filter(([id]) => !id.startsWith('ShiftRole'));
  expect(roles).toHaveLength(Object.keys(others).length - 1);
  expect(JSON.stringify(roles)).not.toMatch(/ManagedPolicyArns|:\*"|\/\*"|"Resource":"\*"/);
  expect(JSON.stringify(writesLogs)).toContain('AmazonAPIGatewayPushToCloudWatchLogs');
});

test('deliver handles one message at a time and at most three times, and sweep runs every minute', () => {
  service.hasResourceProperties('AWS::Lambda::EventSourceMapping', { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 50 } });
  service.hasResourceProperties('AWS::SQS::Queue', { RedrivePolicy: Match.objectLike({ maxReceiveCount: 3 }) });
  // Otherwise Lambda stops a chain of messages after 16, such as those of a receiver that fails for days.
  for (const id of ['deliver', 'follow']) expect(functionOf(service, id)).toMatchObject({ RecursiveLoop: 'Allow' });
  const Targets = [Match.objectLike({ RetryPolicy: { MaximumRetryAttempts: 0 } })];
  service.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 minute)', State: 'ENABLED', Targets });
});

test.each(['sweep', 'unmatched'])('a scheduled run of %s is not retried, and waits for at most a minute', (id) =>
  service.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
    FunctionName: Match.objectLike({ Ref: Match.stringLikeRegexp(`^${id}`) }),
    MaximumRetryAttempts: 0,
    MaximumEventAgeInSeconds: 60,
  }),
);

test('the table is on demand, recoverable, protected, retained, and has four indexes', () => {
  const included = (...NonKeyAttributes: string[]) => ({ ProjectionType: 'INCLUDE', NonKeyAttributes });
  const index = (IndexName: string, Projection: object = { ProjectionType: 'KEYS_ONLY' }) =>
    Match.objectLike({ IndexName, Projection });
  data.hasResource('AWS::DynamoDB::Table', {
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
    Properties: {
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
      GlobalSecondaryIndexes: [
        index('listed', included('json')),
        index('changed', included('created', 'authorized', 'cancelled', 'sums')),
        index('unfinished'),
        index('due'),
      ],
    },
  });
});

test('the key of the table belongs to AWS unless the stage has one of its own', () => {
  data.resourceCountIs('AWS::KMS::Key', 0);
  data.hasResourceProperties('AWS::DynamoDB::Table', { SSESpecification: Match.absent() });
});

test('a key of the stage rotates, is retained, and works through DynamoDB only', () => {
  const { data } = templatesOf('everything');
  const [[id, key]] = Object.entries(data.findResources('AWS::KMS::Key')) as [[string, { [name: string]: never }]];
  expect(key).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', Properties: { EnableKeyRotation: true } });
  data.hasResourceProperties('AWS::DynamoDB::Table', {
    SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: { 'Fn::GetAtt': [id, 'Arn'] } },
  });
  // Preflight compares it with the key of a restored table.
  data.hasOutput('TableKeyArn', { Value: { 'Fn::GetAtt': [id, 'Arn'] } });
  const StringEquals = { 'kms:CallerAccount': Match.anyValue(), 'kms:ViaService': Match.anyValue() };
  const statement = Match.objectLike({ Sid: 'ThroughDynamoDB', Condition: { StringEquals } });
  data.hasResourceProperties('AWS::KMS::Key', { KeyPolicy: { Statement: Match.arrayWith([statement]) } });
});
