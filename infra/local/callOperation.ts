import { urlOf } from '../../lib/api/route.ts';
import { routeOf } from '../../lib/routes.ts';
import { gatewayEvent } from './event.ts';
import { load } from './localServer.ts';

export type OperationCall = {
  params?: Record<string, string> | undefined;
  query?: Record<string, string> | undefined;
  body?: unknown;
  headers?: Record<string, string>;
};

// biome-ignore lint/suspicious/noExplicitAny: payloads differ by operation
export type Payload = any;

export class CallRejected extends Error {}

/** Calls an operation through its handler, as the gateway would. Throws unless it succeeds. Returns the payload. */
export const callOperation = async (key: string, id: string, call?: OperationCall): Promise<Payload> =>
  (await responseTo(key, id, call)).payload;

/** Like `callOperation`, but returns the whole body of the response. */
export async function responseTo(key: string, id: string, call: OperationCall = {}): Promise<Payload> {
  const route = routeOf(id);
  const { params = {}, body, headers } = call;
  const event = gatewayEvent({
    method: route.method,
    url: urlOf(route.path, call),
    headers: { ...headers, 'X-API-KEY': key },
    body: body === undefined ? '' : JSON.stringify(body),
    pathParameters: params,
  });
  const response = await (await load(`${route.caller}/${id}`))(event, {});
  if (response.statusCode >= 500) throw new Error(`${id}: ${response.body}`);
  if (response.statusCode >= 300) throw new CallRejected(`${id}: ${response.body}`);
  return JSON.parse(response.body);
}
