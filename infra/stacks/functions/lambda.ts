import { type Duration, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  type Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { liveAlias } from '../../../lib/api/forward.ts';
import type { Stage } from '../stage.ts';
import { defaultMegabytes } from './memory.ts';

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
  reason: 'X-Ray has no resources to restrict the permission to.',
};

/**
 * Creates a function with its own log group, and a role that allows only logging and the given grants. Returns the alias that
 * everything calls it by, so that a deployment can shift from one version to the next.
 */
export function createFunction(scope: Construct, id: string, { grants, stage, retryAttempts, ...props }: Props): Alias {
  const parent = new Construct(scope, id);
  const logs = new LogGroup(parent, 'Logs', { retention: stage.logRetention, removalPolicy: stage.logRemovalPolicy });
  const writeLogs = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logs.logGroupArn],
  });
  const role = new Role(parent, 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { permissions: new PolicyDocument({ statements: [writeLogs, ...grants] }) },
  });
  const lambda = new LambdaFunction(parent, 'Function', {
    memorySize: defaultMegabytes,
    ...props,
    tracing: stage.isTraced ? Tracing.ACTIVE : Tracing.DISABLED,
    role,
    logGroup: logs,
    // Our log has a line per request; Lambda's own START, END and REPORT lines would triple it.
    loggingFormat: LoggingFormat.JSON,
    systemLogLevelV2: SystemLogLevel.WARN,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    description: id,
  });
  if (stage.isTraced) Validations.of(role).acknowledge(tracesAnywhere);
  const asynchronous = retryAttempts === undefined ? {} : { retryAttempts };
  return new Alias(parent, 'Live', { aliasName: liveAlias, version: lambda.currentVersion, ...asynchronous });
}
