import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { gatewayEvent, type Request } from '../../infra/local/event.ts';
import { load } from '../../infra/local/server.ts';
import { answerOf } from '../../lib/answers.ts';
import { client } from '../../lib/db/client.ts';
import { type ErrorCode, statusOf } from '../../lib/errors.ts';
import type { Route } from '../../lib/route.ts';
import { routes } from '../../lib/routes.ts';
import { documented } from './documented.ts';
import { turns } from './turns.ts';

export type Options = {
  /** The key to call with. */
  as?: string | undefined;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** An object is sent as JSON, a text as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Another path than the row's own that leads to it. */
  at?: string | undefined;
};

export type Answer = {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects to find
  payload: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  body: any;
  /** The body as it was sent. */
  text: string;
  code: ErrorCode | undefined;
};

export function rowOf(id: string): Route {
  const row = routes.find((route) => route.id === id);
  if (!row) throw new Error(`no operation is called ${id}`);
  return row;
}

/** Calls an operation and checks the answer against its own row: through its handler, or over HTTP in the project of that name. */
export async function call(id: string, options: Options = {}): Promise<Answer> {
  const row = rowOf(id);
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
  if (answer.status < 300) documented().accepted(id, { body: sent, query: options.query });
  return answer;
}

export const overHttp: boolean = 'overHttp' in globalThis;

// A hundred callers at once are a hundred functions, each with connections of its own. Here they share one process, and the
// processors with the database, so that waiting for each other must not pass for a database that hangs.
type Patient = { updateHttpClientConfig(name: string, milliseconds: number): void };
const patient = client.config.requestHandler as unknown as Patient;
patient.updateHttpClientConfig('connectionTimeout', 3000);
patient.updateHttpClientConfig('requestTimeout', 4000);

async function handled(row: Route, request: Request): Promise<APIGatewayProxyResult> {
  const handler = await load(`${row.caller}/${row.id}`);
  return handler(gatewayEvent(request), {});
}

/** An emulated deployment has a process for each call that is under way, so that it gets only so many of one file at once. */
const inTurn = turns(Number(process.env.CALLS_AT_ONCE ?? Number.POSITIVE_INFINITY));

/** Sends any request to the service under test. One that a gateway turns away was one too many, and is sent again soon. */
export async function fetched(request: Request): Promise<APIGatewayProxyResult> {
  const answer = await inTurn(() => sent(request));
  if (answer.statusCode !== 429) return answer;
  await sleep(1000);
  return fetched(request);
}

export async function sent({ method, url, headers, body }: Request): Promise<APIGatewayProxyResult> {
  const init = { method, headers: headers as Record<string, string>, ...(body !== undefined && { body: body as string }) };
  const answer = await fetch(process.env.BASE_URL + url, init);
  return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
}

function urlOf(path: string, { params = {}, query }: Options): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return query ? `${filled}?${new URLSearchParams(query)}` : filled;
}

/** Every answer of an operation passes here: shape, status, headers and payload are as its row and the API document promise. */
function checked(row: Row, result: APIGatewayProxyResult): Answer {
  const answer = shaped(row, result);
  documented().answer(row.id, answer);
  return answer;
}

type Row = Pick<Route, 'id' | 'caller' | 'versioned'>;

/** Every other answer too has the shape and the headers of all. */
export function shaped(row: Row, result: APIGatewayProxyResult): Answer {
  const body = JSON.parse(result.body);
  const headers = Object.fromEntries(
    Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  const status = result.statusCode;
  expect(headers['x-request-id']).toMatch(/./);
  if (status < 300) checkSuccess(row, JSON.parse(result.body, withoutProto), headers);
  else checkRefusal(body, headers, status);
  return { status, headers, body, text: result.body, payload: body.payload, code: body.code };
}

/** zod leaves a field of this name out, which is one like any other in `transaction_data`. */
const withoutProto = (name: string, value: unknown) => (name === '__proto__' ? undefined : value);

function checkSuccess({ id, caller, versioned }: Row, body: Answer['body'], headers: Answer['headers']) {
  expect(Object.keys(body)).toEqual(caller === 'platform' ? ['result', 'payload'] : ['payload']);
  if (caller === 'platform') expect(body.result).toBe('success');
  const parsed = z.safeParse(answerOf(id), body.payload);
  expect(parsed.error).toBeUndefined();
  expect(body.payload).toEqual(parsed.data);
  if (versioned) expect(headers.etag).toBe(`"${body.payload[versioned].version}"`);
  expect(headers.link !== undefined).toBe(typeof body.payload.next_cursor === 'string');
}

/** What no caller may see: where our code lies, what it stands on, how it is called. */
const internals = /node_modules|\.[cm]?[tj]s\b|dynamo|exception|aws|sdk|zod|undefined|\[object|store-test|\n/i;

function checkRefusal(body: Answer['body'], headers: Answer['headers'], status: number) {
  expect(body).toMatchObject({ result: 'error', description: expect.any(String), request_id: headers['x-request-id'] });
  expect(statusOf[body.code as ErrorCode]).toBe(status);
  expect(body.description).not.toMatch(internals);
  if (status === 400) expect(body.errors).toContainEqual({ field: expect.any(String), message: expect.any(String) });
  if (status === 405) expect(headers.allow).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
  if (status === 429 || status === 503) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
}
