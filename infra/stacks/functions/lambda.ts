import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  type CfnFunction,
  type FunctionProps,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { liveAlias } from '../../../lib/api/forward.ts';
import type { Stage } from '../stage.ts';
import { defaultMegabytes } from './memory.ts';

type Props = Omit<FunctionProps, 'runtime'> & { grants: PolicyStatement[]; logs: ILogGroup; stage: Stage };

const tracePermissions = new PolicyStatement({
  actions: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'],
  resources: ['*'],
});

const tracesAnywhere = {
  id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
  reason: 'X-Ray has no resources to restrict the permission to.',
};

/** For a function that a schedule starts. A run that fails, or cannot start within a minute, is dropped: the next one does its work. */
export const scheduleSettings = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };

/**
 * Creates a function and a role that allows only logging and the given grants. Returns the alias that everything calls it by, so
 * that a deployment can shift from one version to the next.
 */
export function createFunction(
  scope: Construct,
  id: string,
  { grants, logs, stage, retryAttempts, maxEventAge, ...props }: Props,
): Alias {
  const parent = new Construct(scope, id);
  const writeLogs = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logs.logGroupArn],
  });
  const role = new Role(parent, 'Role', {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      permissions: new PolicyDocument({ statements: [writeLogs, ...grants, ...(stage.isTraced ? [tracePermissions] : [])] }),
    },
  });
  const lambda = new LambdaFunction(parent, 'Function', {
    memorySize: defaultMegabytes,
    ...props,
    role,
    logGroup: logs,
    // Only its REPORT lines are wanted (duration, memory, cold start). Lambda has no level for them alone.
    loggingFormat: LoggingFormat.JSON,
    systemLogLevelV2: SystemLogLevel.INFO,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    description: id,
  });
  // `tracing` would add a policy of its own for each role.
  if (stage.isTraced) (lambda.node.defaultChild as CfnFunction).tracingConfig = { mode: Tracing.ACTIVE };
  if (stage.isTraced) Validations.of(role).acknowledge(tracesAnywhere);
  return new Alias(parent, 'Live', { aliasName: liveAlias, version: lambda.currentVersion, retryAttempts, maxEventAge });
}
