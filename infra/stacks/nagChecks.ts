import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/** AWS recommendations that we do not follow, and why. */
const acknowledged = {
  'AwsSolutions-SMG4':
    'The keys of webhooks are not a password of another service. A former key must stay, so an operator rotates them.',
  'AwsSolutions-APIG2': 'Each function validates its request against the route table, and reports every error at once.',
  'AwsSolutions-APIG3':
    'Production has a web ACL unless it is switched off. It costs extra for each request, so dev has none by default.',
  'AwsSolutions-APIG6':
    'Execution logs contain headers, and therefore keys. The access log and the functions log what is needed, without them.',
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]':
    'AWS Backup documents this policy for its role, and extends it when it needs more.',
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
    'API Gateway documents this policy for the role it writes logs with; the whole account shares that role.',
};

/** Makes synthesis fail on anything AWS advises against that is not acknowledged. */
export function addChecks(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const rules = Object.entries(acknowledged).map(([id, reason]) => ({ id: `AwsSolutions::${id}`, reason }));
  Validations.of(app).acknowledge(...rules);
}
