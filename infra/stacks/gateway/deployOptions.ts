import {
  AccessLogField,
  AccessLogFormat,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { namespace } from '../../../lib/api/metrics.ts';
import type { Endpoint } from '../../../lib/api/route.ts';
import { pathsOf, serves, withoutSlash } from '../../../lib/api/router.ts';
import { rateLimitedMetric } from '../monitoring/stackMetrics.ts';
import type { Stage } from '../stage.ts';
import { methods } from './gatewayDocument.ts';

/** The access log contains the path template, not the values of its parameters. */
const accessLogFields = {
  request_id: AccessLogField.contextRequestId(),
  time: AccessLogField.contextRequestTime(),
  method: AccessLogField.contextHttpMethod(),
  path: AccessLogField.contextResourcePath(),
  status: AccessLogField.contextStatus(),
  gateway_error: AccessLogField.contextErrorResponseType(),
  duration_ms: AccessLogField.contextResponseLatency(),
  function_ms: AccessLogField.contextIntegrationLatency(),
  bytes: AccessLogField.contextResponseLength(),
};

/** Identifies the caller. This is personal data, so a stage can leave it out. */
const callerFields = {
  address: AccessLogField.contextIdentitySourceIp(),
  user_agent: AccessLogField.contextIdentityUserAgent(),
};

export function accessLogOptions(
  scope: Construct,
  { name, logRetention: retention, removalPolicyOnceCreated: removalPolicy, logsCallers }: Stage,
): StageOptions {
  const group = new LogGroup(scope, 'AccessLog', { retention, removalPolicy });
  group.addMetricFilter('RateLimited', {
    filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
    metricNamespace: namespace,
    metricName: rateLimitedMetric(name),
  });
  return {
    accessLogDestination: new LogGroupLogDestination(group),
    accessLogFormat: AccessLogFormat.custom(JSON.stringify({ ...accessLogFields, ...(logsCallers && callerFields) })),
  };
}

type Limited = Record<'costly' | 'unauthenticated', readonly Endpoint[]>;

/**
 * Limits the rate of requests. API Gateway counts each method separately, so an attack on one operation leaves the others their
 * own share of the account's limit. Operations that are costly or need no key get a smaller share.
 */
export function throttlingOptions({ limits: shares, gateway, isClosed }: Stage, limited: Limited): StageOptions {
  // A closed stage says 0 for every method, because API Gateway keeps a limit that a deployment no longer mentions.
  const limit = (share: number): MethodDeploymentOptions => ({
    throttlingRateLimit: isClosed ? 0 : gateway.rate * share,
    // CloudFormation accepts only a whole number.
    throttlingBurstLimit: isClosed ? 0 : Math.max(1, Math.floor(gateway.burst * share)),
  });
  const limits = (['costly', 'unauthenticated'] as const).flatMap((kind) =>
    limited[kind].flatMap(methodsOf).map((method) => [method, limit(shares[kind])] as const),
  );
  return { ...limit(shares.ordinary), methodOptions: Object.fromEntries(limits) };
}

/** The methods that serve an endpoint, which are two for a GET. */
const methodsOf = (endpoint: Endpoint) =>
  pathsOf(endpoint).flatMap((path) =>
    methods.filter((method) => serves(endpoint, method)).map((method) => `${withoutSlash(path)}/${method}`),
  );
