import { type Duration, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Stage } from '../stage.ts';
import { ordinary } from './memory.ts';

type Props = {
  code: Code;
  handler: string;
  timeout: Duration;
  memorySize?: number;
  reservedConcurrentExecutions?: number;
  retryAttempts?: number;
  environment: Record<string, string>;
  grants: PolicyStatement[];
  stage: Stage;
};

const tracesAnywhere = {
  id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
  reason: 'X-Ray has no resources: who may send traces may send them anywhere in the account.',
};

/** A function, and what an operator wants to know of it. */
export type Made = { lambda: LambdaFunction; logs: LogGroup; megabytes: number };

/** One small function with its own log group, and a role that may do what it is granted and nothing else. */
export function lambda(scope: Construct, id: string, { grants, stage, memorySize = ordinary, ...props }: Props): Made {
  const own = new Construct(scope, id);
  const logs = new LogGroup(own, 'Logs', { retention: stage.logRetention, removalPolicy: stage.removalPolicy });
  const writeLogs = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logs.logGroupArn],
  });
  const role = new Role(own, 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { own: new PolicyDocument({ statements: [writeLogs, ...grants] }) },
  });
  const lambda = new LambdaFunction(own, 'Function', {
    ...props,
    memorySize,
    tracing: stage.isTraced ? Tracing.ACTIVE : Tracing.DISABLED,
    role,
    logGroup: logs,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    description: id,
  });
  if (stage.isTraced) Validations.of(role).acknowledge(tracesAnywhere);
  return { lambda, logs, megabytes: memorySize };
}
