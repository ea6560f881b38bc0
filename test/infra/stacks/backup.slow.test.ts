import { expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { stages } from '../../support/stages.ts';
import { templatesOf } from '../../support/synthesized.ts';

const { data } = templatesOf('everything');

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
  expect(JSON.stringify(selection?.Properties.BackupSelection.Resources)).toContain('table/restored-table');
});

test('lets the account of the other vault decrypt what it copies, and keeps vault and key with the table', () => {
  const [vault] = Object.values(data.findResources('AWS::Backup::BackupVault'));
  expect([vault?.DeletionPolicy, vault?.Properties.EncryptionKeyArn]).toEqual(['Retain', expect.anything()]);
  data.hasResource('AWS::KMS::Key', {
    DeletionPolicy: 'Retain',
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

test('makes no backup plan without a vault', () => {
  expect(templatesOf('prod').data.findResources('AWS::Backup::BackupPlan')).toEqual({});
});
