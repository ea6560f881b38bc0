import {
  AccessLogField,
  AccessLogFormat,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Place } from '../../../lib/route.ts';
import { pathsOf, withoutSlash } from '../../../lib/router.ts';
import type { Stage } from '../stage.ts';

/** The access log has no headers and no IP addresses, and the path without the values of its parameters. */
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

export function accessLogOptions(scope: Construct, { logRetention: retention, removalPolicy }: Stage): StageOptions {
  const group = new LogGroup(scope, 'AccessLog', { retention, removalPolicy });
  return {
    accessLogDestination: new LogGroupLogDestination(group),
    accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
  };
}

/** The share of the stage's rate limit that each of these operations gets. */
const shares = { costly: 0.2, unauthenticated: 0.1 };

type Limited = Record<keyof typeof shares, readonly Place[]>;

/** Limits the rate of all requests together, and further limits operations that are costly or need no key. */
export function throttlingOptions({ throttle, isClosed }: Stage, limited: Limited): StageOptions {
  if (isClosed) return { throttlingRateLimit: 0, throttlingBurstLimit: 0 };
  const limit = (share: number): MethodDeploymentOptions => ({
    throttlingRateLimit: throttle.rate * share,
    throttlingBurstLimit: throttle.burst * share,
  });
  const limits = (['costly', 'unauthenticated'] as const).flatMap((kind) =>
    limited[kind].flatMap(methodsOf).map((method) => [method, limit(shares[kind])] as const),
  );
  return { ...limit(1), methodOptions: Object.fromEntries(limits) };
}

const methodsOf = (place: Place) => pathsOf(place).map((path) => `${withoutSlash(path)}/${place.method}`);
