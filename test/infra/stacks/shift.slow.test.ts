import { describe, expect, test } from '@jest/globals';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { moneyPath } from '../../../infra/stacks/functions/shift.ts';
import { routes } from '../../../lib/routes.ts';
import { propertiesOf, templatesOf } from '../../support/synthesized.ts';

const { service: prod } = templatesOf('prod');

const functionsIn = (template: Template) => Object.keys(template.findResources('AWS::Lambda::Function'));
const aliasesIn = (template: Template) => Object.values(template.findResources('AWS::Lambda::Alias'));

describe.each(['dev', 'prod'] as const)('in %s', (stage) => {
  const { service } = templatesOf(stage);

  test('every function has an alias `live`, which points to a version and which the gateway, the queues and a rule call', () => {
    const aliases = aliasesIn(service);
    expect(aliases.map(({ Properties }) => Properties.FunctionName.Ref).sort()).toEqual(functionsIn(service).sort());
    for (const { Properties } of aliases) {
      expect(Properties).toMatchObject({ Name: 'live', FunctionVersion: { 'Fn::GetAtt': [expect.any(String), 'Version'] } });
    }
    expect(JSON.stringify(service.findResources('AWS::ApiGateway::RestApi'))).not.toMatch(/Function[0-9A-F]{8}","Arn"/);
    const live = { Ref: Match.stringLikeRegexp('Live') };
    for (const { FunctionName } of propertiesOf(service, 'AWS::Lambda::EventSourceMapping'))
      expect(JSON.stringify(FunctionName)).toContain('Live');
    service.hasResourceProperties('AWS::Events::Rule', { Targets: [Match.objectLike({ Arn: live })] });
    service.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      Qualifier: { 'Fn::Select': [7, Match.anyValue()] },
      MaximumRetryAttempts: 0,
    });
  });
});

describe('production', () => {
  const shifting = (template: Template) => aliasesIn(template).filter(({ UpdatePolicy }) => UpdatePolicy);

  test('gives the functions on the money path a tenth of the requests for five minutes, unless an alarm goes off', () => {
    const groups = propertiesOf(prod, 'AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(moneyPath.size);
    expect([...moneyPath].filter((id) => id !== 'deliver' && !routes.some((route) => route.id === id))).toEqual([]);
    const alarms = Object.entries(prod.findResources('AWS::CloudWatch::Alarm'));
    const rollingBack = alarms.filter(([, { Properties }]) =>
      /(HighErrorRate|InternalErrors|FunctionsCrashed|DeliveryCrashed)$/.test(Properties.AlarmName),
    );
    for (const group of groups) {
      expect(group).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        AlarmConfiguration: { Enabled: true, Alarms: rollingBack.map(([Ref]) => ({ Name: { Ref } })) },
        AutoRollbackConfiguration: { Enabled: true, Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'] },
      });
    }
    expect(shifting(prod)).toHaveLength(groups.length);
    for (const { UpdatePolicy } of shifting(prod)) expect(UpdatePolicy).toHaveProperty('CodeDeployLambdaAliasUpdate');
  });

  test('shifts everything at once with `-c shift=now`, even while an alarm is ringing', () => {
    templatesOf('everything').service.allResourcesProperties('AWS::CodeDeploy::DeploymentGroup', {
      DeploymentConfigName: 'CodeDeployDefault.LambdaAllAtOnce',
      AlarmConfiguration: Match.objectLike({ Enabled: false }),
      AutoRollbackConfiguration: { Enabled: true, Events: ['DEPLOYMENT_FAILURE'] },
    });
  });

  test('stays within the limits of CloudFormation', () => {
    const template = templatesOf('everything').service.toJSON();
    expect(Object.keys(template.Resources).length).toBeLessThanOrEqual(334);
    // CDK indents it.
    expect(JSON.stringify(template, null, 1).length).toBeLessThan(900_000);
  });
});

test('a development stage shifts at once, without CodeDeploy', () => {
  const { service: dev } = templatesOf('dev');
  dev.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', 0);
  for (const { UpdatePolicy } of aliasesIn(dev)) expect(UpdatePolicy).toBeUndefined();
});

test('a failed first deployment of production leaves no log group behind', () => {
  prod.allResources('AWS::Logs::LogGroup', { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
});

test('the table and its indexes are warmed for the writes of -c warm', () => {
  const { data } = templatesOf('everything');
  const warm = { WriteUnitsPerSecond: 12_000, ReadUnitsPerSecond: 36_000 };
  const index = Match.objectLike({ WarmThroughput: warm });
  data.hasResourceProperties('AWS::DynamoDB::Table', {
    WarmThroughput: warm,
    GlobalSecondaryIndexes: [index, index, index, index],
  });
  templatesOf('prod').data.hasResourceProperties('AWS::DynamoDB::Table', { WarmThroughput: Match.absent() });
});
