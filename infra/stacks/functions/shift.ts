import { Validations } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

const ownPolicy = {
  id: 'AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
  reason: 'The role that AWS documents for shifting an alias. Only CodeDeploy can assume it.',
};

/**
 * The functions that take orders, move money, parcels or stock, or deliver `confirm-order`. New versions of the others get all
 * requests at once, which keeps a deployment to minutes.
 */
export const moneyPath: ReadonlySet<string> = new Set([
  'placeOrder',
  'updateOrder',
  'cancelPart',
  'createPayment',
  'createCredit',
  'updateShipment',
  'splitShipment',
  'returnShipment',
  'adjustStock',
  'putProduct',
  'deliver',
]);

/**
 * Lets CodeDeploy shift these aliases to their new versions: a tenth of the requests for five minutes, then all of them. If an alarm
 * goes off, every alias shifts back and CloudFormation rolls the stack back. At once means without alarms: CodeDeploy starts nothing
 * while one of them is in ALARM, which is when a rollback is needed.
 */
export function shiftInSteps(scope: Construct, functions: ReadonlyMap<string, Alias>, alarms: IAlarm[], atOnce: boolean): void {
  const parent = new Construct(scope, 'Shift');
  const application = new LambdaApplication(parent, 'Application');
  const role = new Role(parent, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
  const deploymentConfig = atOnce ? LambdaDeploymentConfig.ALL_AT_ONCE : LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES;
  const autoRollback = { deploymentInAlarm: !atOnce };
  const common = { application, role, alarms, ignoreAlarmConfiguration: atOnce, deploymentConfig, autoRollback };
  for (const [name, alias] of functions) {
    if (moneyPath.has(name)) new LambdaDeploymentGroup(parent, name, { ...common, alias });
  }
  Validations.of(role).acknowledge(ownPolicy);
}
