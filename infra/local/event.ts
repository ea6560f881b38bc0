import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';

type RequestContext = APIGatewayProxyEvent['requestContext'];

export type Request = {
  method: string;
  /** Path and query. */
  url: string;
  headers?: Record<string, string | string[] | undefined>;
  body?: Buffer | string | undefined;
  pathParameters?: Record<string, string>;
  /** The caller's IP address. */
  address?: string | undefined;
};

/** The event that API Gateway (REST) passes to a function for this request. */
export function gatewayEvent({
  method,
  url,
  headers = {},
  body = '',
  pathParameters,
  address = '127.0.0.1',
}: Request): APIGatewayProxyEvent {
  const [path = '/', search = ''] = url.split(/\?(.*)/s);
  const query = new URLSearchParams(search);
  const valuesByName = [...new Set(query.keys())].map((name) => [name, query.getAll(name)]);
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat()] as const],
  );
  const event: Partial<APIGatewayProxyEvent> = {
    resource: path,
    path,
    httpMethod: method,
    headers: Object.fromEntries(sent.map(([name, values]) => [name, values.at(-1)])),
    multiValueHeaders: Object.fromEntries(sent),
    queryStringParameters: query.size > 0 ? Object.fromEntries(query) : null,
    multiValueQueryStringParameters: query.size > 0 ? Object.fromEntries(valuesByName) : null,
    pathParameters: pathParameters && Object.keys(pathParameters).length > 0 ? pathParameters : null,
    stageVariables: null,
    requestContext: { requestId: randomUUID(), path, httpMethod: method, identity: { sourceIp: address } } as RequestContext,
    ...bodyOf(Buffer.from(body)),
  };
  return event as APIGatewayProxyEvent;
}

/** A body that is not UTF-8 is sent as Base64. */
function bodyOf(bytes: Buffer) {
  if (bytes.length === 0) return { body: null, isBase64Encoded: false };
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text).equals(bytes);
  return isText ? { body: text, isBase64Encoded: false } : { body: bytes.toString('base64'), isBase64Encoded: true };
}
