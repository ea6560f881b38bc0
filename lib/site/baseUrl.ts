import type { APIGatewayProxyEvent } from 'aws-lambda';
import { headerOf } from '../api/call.ts';

/** A host name, or an IP address, with or without a port. */
const host = /^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

/** The base URL of a request. Undefined if its `Host` is missing or not a valid host. */
export function baseUrlOf(event: APIGatewayProxyEvent): string | undefined {
  const name = headerOf(event, 'host') ?? '';
  if (!host.test(name) || !URL.canParse(`http://${name}`)) return undefined;
  const scheme = headerOf(event, 'x-forwarded-proto') === 'https' ? 'https' : 'http';
  return `${scheme}://${name.toLowerCase()}${stageOf(event)}`;
}

/** The part of the path that the gateway removes, such as `/prod`. A domain of one's own may have none. */
function stageOf({ path, requestContext }: APIGatewayProxyEvent): string {
  const whole = requestContext.path ?? path;
  const stage = whole.endsWith(path) ? whole.slice(0, -path.length) : '';
  return /^(\/[\w-]+)*$/.test(stage) ? stage : '';
}
