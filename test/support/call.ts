import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { documentChecks } from '../../apps/reference/openapi/documentChecks.ts';
import { gatewayEvent, type Request } from '../../infra/local/event.ts';
import { load } from '../../infra/local/localServer.ts';
import { type ErrorCode, statusOf } from '../../lib/api/errors.ts';
import { type Route, urlOf } from '../../lib/api/route.ts';
import { routeOf } from '../../lib/routes.ts';
import { asFunction } from './asFunction.ts';

export type Options = {
  /** The key to call with. */
  as?: string | undefined;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** An object is sent as JSON, a string unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Another path of the same operation. */
  at?: string | undefined;
};

/** The caller: a store with its management key. */
export type As = { key: string };

export type Answer = {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape it expects
  payload: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  body: any;
  /** The body as it was sent. */
  text: string;
  code: ErrorCode | undefined;
};

/** Calls an operation through its handler, or over HTTP in the `http` project, and checks the response against its row. */
export async function call(id: string, options: Options = {}): Promise<Answer> {
  const row = routeOf(id);
  const { headers = {}, as, body } = options;
  const sent = body === undefined || typeof body === 'string' ? (body as string | undefined) : JSON.stringify(body);
  const request: Request = {
    method: row.method,
    url: urlOf(options.at ?? row.path, options),
    headers: { ...(as && { 'X-API-KEY': as }), ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    body: sent,
  };
  const result = overHttp ? fetched(request) : handled(row, { ...request, pathParameters: options.params ?? {} });
  const answer = checked(row, await result);
  if (answer.status < 300) documentChecks().accepted(id, { body: sent, query: options.query });
  return answer;
}

export const overHttp: boolean = 'overHttp' in globalThis;

async function handled(row: Route, request: Request): Promise<APIGatewayProxyResult> {
  const handler = await load(`${row.caller}/${row.id}`);
  return asFunction(row.id, () => handler(gatewayEvent(request), {}));
}

/** Limits how many functions run at once. The others wait in order. */
function limitConcurrency(limit: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((start) => waiting.push(start));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** An emulated deployment starts a process for each call in flight, so each test file limits its concurrent calls. */
const limited = limitConcurrency(Number(process.env.CALLS_AT_ONCE ?? Number.POSITIVE_INFINITY));

/** Sends a request to the service under test, and retries it if the gateway of a deployment rate limits it. */
export async function fetched(request: Request, tries = 1): Promise<APIGatewayProxyResult> {
  const answer = await limited(() => sent(request));
  if (answer.statusCode !== 429 || !process.env.DEPLOYED || tries === 30) return answer;
  await sleep(1000);
  return fetched(request, tries + 1);
}

async function sent({ method, url, headers, body }: Request): Promise<APIGatewayProxyResult> {
  const init = { method, headers: headers as Record<string, string>, ...(body !== undefined && { body: body as string }) };
  const answer = await fetch(process.env.BASE_URL + url, init);
  return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
}

/** Checks the shape, status, headers and payload of a response against its row and the API document. */
function checked(row: Row, result: APIGatewayProxyResult): Answer {
  const answer = shaped(row, result);
  documentChecks().answer(row.id, answer);
  return answer;
}

type Row = Pick<Route, 'id' | 'method' | 'caller' | 'versioned' | 'payload'>;

/** Checks only the shape and headers that all responses share. */
export function shaped(row: Row, result: APIGatewayProxyResult): Answer {
  const body = JSON.parse(result.body);
  const headers = Object.fromEntries(
    Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  const status = result.statusCode;
  assert.match(headers['x-request-id'] ?? '', /./);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(headers['strict-transport-security'] !== undefined, (process.env.DEPLOYED ?? process.env.STAGE) !== undefined);
  if (status < 300) checkSuccess(row, JSON.parse(result.body, withoutProto), headers);
  else checkError(body, headers, status);
  return { status, headers, body, text: result.body, payload: body.payload, code: body.code };
}

/** zod drops a field with this name, but `transaction_data` may contain it. */
const withoutProto = (name: string, value: unknown) => (name === '__proto__' ? undefined : value);

function checkSuccess({ method, caller, versioned, payload }: Row, body: Answer['body'], headers: Answer['headers']) {
  assert.equal(Object.keys(body).join(), caller === 'platform' ? 'result,payload' : 'payload');
  if (caller === 'platform') assert.equal(body.result, 'success');
  const parsed = z.safeParse(payload, body.payload);
  assert.equal(parsed.error, undefined);
  // Comparing texts first saves most of the slow comparisons.
  if (JSON.stringify(body.payload) !== JSON.stringify(parsed.data)) expect(body.payload).toEqual(parsed.data);
  if (versioned) assert.equal(headers.etag, `"${body.payload[versioned].version}"`);
  assert.equal(headers.link !== undefined, method === 'GET' && typeof body.payload.next_cursor === 'string');
}

/** Internal details that no caller may see: paths, libraries and resource names. */
const internals = /node_modules|\.[cm]?[tj]s\b|dynamo|exception|aws|sdk|zod|undefined|\[object|store-test|\n/i;

/** A random ID can contain any word. */
const ids = /\b[a-z]{3}_[0-9a-z]{26}\b/g;

function checkError(body: Answer['body'], headers: Answer['headers'], status: number) {
  expect(body).toMatchObject({ result: 'error', description: expect.any(String), request_id: headers['x-request-id'] });
  expect(statusOf[body.code as ErrorCode]).toBe(status);
  expect(body.description.replace(ids, '')).not.toMatch(internals);
  if (status === 400) expect(body.errors).toContainEqual({ field: expect.any(String), message: expect.any(String) });
  if (status === 405) expect(headers.allow).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
  if (status === 429 || status === 503) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
}
