import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { stages } from '../../support/stages.ts';
import { templatesOf } from '../../support/synthesized.ts';

const { data, service } = templatesOf('everything');

test('backs up the table in use every night, and copies the backup to the other vault', () => {
  data.hasResourceProperties('AWS::Backup::BackupPlan', {
    BackupPlan: {
      BackupPlanRule: [
        Match.objectLike({
          ScheduleExpression: 'cron(0 3 * * ? *)',
          Lifecycle: { DeleteAfterDays: 7 },
          CopyActions: [{ DestinationBackupVaultArn: stages.everything.backup, Lifecycle: { DeleteAfterDays: 35 } }],
        }),
      ],
    },
  });
  const [selection] = Object.values(data.findResources('AWS::Backup::BackupSelection'));
  const [table] = Object.keys(data.findResources('AWS::DynamoDB::Table', { Properties: { TableName: 'restored-table' } }));
  expect(selection?.Properties.BackupSelection.Resources).toEqual([{ 'Fn::GetAtt': [table, 'Arn'] }]);
});

test('lets the account of the other vault decrypt what it copies, and keeps vault and key with the table', () => {
  const [vault] = Object.values(data.findResources('AWS::Backup::BackupVault'));
  expect([vault?.DeletionPolicy, vault?.Properties.EncryptionKeyArn]).toEqual(['RetainExceptOnCreate', expect.anything()]);
  data.hasResource('AWS::KMS::Key', {
    DeletionPolicy: 'RetainExceptOnCreate',
    Properties: {
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Action: ['kms:CreateGrant', 'kms:Decrypt', 'kms:DescribeKey'],
            Principal: { AWS: 'arn:aws:iam::444455556666:root' },
          }),
        ]),
      },
    },
  });
});

test('notifies the operator of a failed backup or copy of the table in use', () => {
  const topic = Object.keys(service.findResources('AWS::SNS::Topic')).find((id) => id.includes('Page'));
  service.hasResourceProperties('AWS::Events::Rule', {
    Description: Match.stringLikeRegexp('See docs/monitor.md, BackupFailed'),
    EventPattern: {
      source: ['aws.backup'],
      'detail-type': ['Backup Job State Change', 'Copy Job State Change'],
      detail: { state: ['FAILED', 'ABORTED', 'EXPIRED'], resourceArn: [Match.anyValue()] },
    },
    Targets: [Match.objectLike({ Arn: { Ref: topic } })],
  });
  const rules = JSON.stringify(service.findResources('AWS::Events::Rule'));
  expect(rules).toContain('table/restored-table');
  expect(rules).toContain('A backup of restored-table, or its copy to the other vault, failed.');
  const mayPublish = { Service: Match.arrayWith(['events.amazonaws.com']) };
  service.hasResourceProperties('AWS::SNS::TopicPolicy', {
    PolicyDocument: { Statement: Match.arrayWith([Match.objectLike({ Effect: 'Allow', Principal: mayPublish })]) },
  });
  const page = readFileSync(new URL('../../../docs/monitor.md', import.meta.url), 'utf8');
  expect(page).toMatch(/^\| `BackupFailed` \*/m);
});

test('an alarm notices 36 hours without a backup, since one can be completed later than the last', () => {
  service.hasResourceProperties('AWS::CloudWatch::Alarm', {
    AlarmName: 'StorePlatform-prod NoBackup',
    TreatMissingData: 'breaching',
    EvaluationPeriods: 6,
    Metrics: [
      Match.objectLike({ Expression: 'IF(FILL(backups, 0) < 1, 1, 0)' }),
      Match.objectLike({ MetricStat: Match.objectLike({ Period: 6 * 3600, Stat: 'Sum' }) }),
    ],
  });
  expect(readFileSync(new URL('../../../docs/monitor.md', import.meta.url), 'utf8')).toMatch(/^\| `NoBackup` \|/m);
});

test('makes no backup plan without a vault', () => {
  const prod = templatesOf('prod');
  expect(prod.data.findResources('AWS::Backup::BackupPlan')).toEqual({});
  expect(JSON.stringify(prod.service.findResources('AWS::Events::Rule'))).not.toContain('aws.backup');
});
