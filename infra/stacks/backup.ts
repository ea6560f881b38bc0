import { Arn, ArnFormat, Duration, type RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { AccountPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Stage } from './stage.ts';

/** How long backups are kept. Point-in-time recovery covers the last 35 days, so the ones here only have to be copied. */
const keptHere = Duration.days(7);
const keptThere = Duration.days(35);

/** The service's alarm watches the vault by its name, since each stack can be deployed without the other. */
export const backupVaultName = ({ name }: Pick<Stage, 'name'>) => `StorePlatform-${name}`;

/** Backs up the table every night, and copies the backup to a vault that survives the loss of this account or region. */
export function addBackup(stack: Stack, table: Table, vault: string, stage: Stage): void {
  const { removalPolicyOnceCreated: removalPolicy } = stage;
  const backupVault = new BackupVault(stack, 'BackupVault', {
    backupVaultName: backupVaultName(stage),
    encryptionKey: vaultKey(stack, vault, removalPolicy),
    removalPolicy,
  });
  const plan = new BackupPlan(stack, 'BackupPlan', { backupVault });
  plan.addRule(
    new BackupPlanRule({
      ruleName: 'Nightly',
      scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
      startWindow: Duration.hours(1),
      completionWindow: Duration.hours(8),
      deleteAfter: keptHere,
      copyActions: [
        { destinationBackupVault: BackupVault.fromBackupVaultArn(stack, 'CopyVault', vault), deleteAfter: keptThere },
      ],
    }),
  );
  plan.addSelection('Table', { resources: [BackupResource.fromArn(table.tableArn)] });
}

/** The account of the other vault must be able to decrypt what it copies. */
function vaultKey(stack: Stack, vault: string, removalPolicy: RemovalPolicy): Key {
  const { account = stack.account } = Arn.split(vault, ArnFormat.COLON_RESOURCE_NAME);
  const key = new Key(stack, 'BackupKey', {
    description: 'Encrypts the backups of the store platform.',
    enableKeyRotation: true,
    removalPolicy,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'CopyToTheOtherVault',
      principals: [new AccountPrincipal(account)],
      actions: ['kms:CreateGrant', 'kms:Decrypt', 'kms:DescribeKey'],
      resources: ['*'],
    }),
  );
  return key;
}
