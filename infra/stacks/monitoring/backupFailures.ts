import { Stack } from 'aws-cdk-lib';
import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/** Notifies the operator if the table was not backed up, or the backup was not copied to the other vault. */
export function addBackupFailures(scope: Construct, topic: ITopic, table: string): void {
  const resourceArn = [Stack.of(scope).formatArn({ service: 'dynamodb', resource: 'table', resourceName: table })];
  const rule = new Rule(scope, 'BackupFailed', {
    description: 'A backup of the table, or its copy to the other vault, failed. See docs/monitor.md, BackupFailed.',
    eventPattern: {
      source: ['aws.backup'],
      detailType: ['Backup Job State Change', 'Copy Job State Change'],
      detail: { state: ['FAILED', 'ABORTED', 'EXPIRED'], resourceArn },
    },
  });
  const [kind, state, reason] = ['$.detail-type', '$.detail.state', '$.detail.statusMessage'].map((path) =>
    EventField.fromPath(path),
  );
  const message = RuleTargetInput.fromText(
    `A backup of ${table}, or its copy to the other vault, failed. ${kind}: ${state}. ${reason} See docs/monitor.md, BackupFailed.`,
  );
  rule.addTarget(new SnsTopic(topic, { message }));
}
