import { AccessLogField, AccessLogFormat, LogGroupLogDestination, type StageOptions } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Stage } from '../stage.ts';

/** What the gateway notes of each request: no header, no address of a person or a network, and the path as in the route table. */
const noted = {
  request_id: AccessLogField.contextRequestId(),
  time: AccessLogField.contextRequestTime(),
  method: AccessLogField.contextHttpMethod(),
  path: AccessLogField.contextResourcePath(),
  status: AccessLogField.contextStatus(),
  refused_by_gateway: AccessLogField.contextErrorResponseType(),
  duration_ms: AccessLogField.contextResponseLatency(),
  function_ms: AccessLogField.contextIntegrationLatency(),
  bytes: AccessLogField.contextResponseLength(),
};

export function accessLog(scope: Construct, { logRetention: retention, removalPolicy }: Stage): StageOptions {
  const group = new LogGroup(scope, 'AccessLog', { retention, removalPolicy });
  return {
    accessLogDestination: new LogGroupLogDestination(group),
    accessLogFormat: AccessLogFormat.custom(JSON.stringify(noted)),
  };
}
