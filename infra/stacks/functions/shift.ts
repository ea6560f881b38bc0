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
 * Lets CodeDeploy shift each alias to its new version: a tenth of the requests for five minutes, then all of them. If an alarm goes
 * off, every alias shifts back and CloudFormation rolls the stack back.
 */
export function shiftInSteps(scope: Construct, functions: ReadonlyMap<string, Alias>, alarms: IAlarm[], atOnce: boolean): void {
  const parent = new Construct(scope, 'Shift');
  const application = new LambdaApplication(parent, 'Application');
  const role = new Role(parent, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
  const deploymentConfig = atOnce ? LambdaDeploymentConfig.ALL_AT_ONCE : LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES;
  for (const [name, alias] of functions) {
    new LambdaDeploymentGroup(parent, name, { application, role, alias, alarms, deploymentConfig });
  }
  Validations.of(role).acknowledge(ownPolicy);
}
