import type { Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

type Props = {
  code: Code;
  handler: string;
  timeout: Duration;
  memorySize?: number;
  environment: Record<string, string>;
  grants: PolicyStatement[];
};

/** One small function with its own log group, and a role that may do what it is granted and nothing else. */
export function lambda(scope: Construct, id: string, { grants, memorySize = 512, ...props }: Props): LambdaFunction {
  const own = new Construct(scope, id);
  const logGroup = new LogGroup(own, 'Logs', { retention: RetentionDays.THREE_MONTHS });
  const writeLogs = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
  const role = new Role(own, 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { own: new PolicyDocument({ statements: [writeLogs, ...grants] }) },
  });
  return new LambdaFunction(own, 'Function', {
    ...props,
    memorySize,
    role,
    logGroup,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    description: id,
  });
}
