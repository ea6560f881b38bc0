import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/** What AWS advises and we do otherwise, with the reason. */
const acknowledged = {
  'AwsSolutions-APIG2': 'Each function validates its request by its own row of the route table, and tells every fault at once.',
  'AwsSolutions-APIG3': 'Keys of 190 random bits and throttling bound what a stranger can do; a web ACL costs per request.',
  'AwsSolutions-APIG6': 'Execution logs hold headers, and so keys. The access log and the line of each function tell the same.',
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
    'The gateway takes no other policy for the role by which it writes logs, which is one for the whole account.',
};

/** Lets synthesis fail on what AWS advises against. */
export function checks(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const rules = Object.entries(acknowledged).map(([id, reason]) => ({ id: `AwsSolutions::${id}`, reason }));
  Validations.of(app).acknowledge(...rules);
}
