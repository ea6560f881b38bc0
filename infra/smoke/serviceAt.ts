import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../../apps/ops/commandError.ts';
import type { Route } from '../../lib/api/route.ts';

export type Request = {
  method: Route['method'] | 'OPTIONS';
  path: string;
  key?: string | undefined;
  /** An object is sent as JSON, a string unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Returns a 429 instead of waiting and sending the request again. */
  acceptsLimit?: boolean;
};

export type Response = {
  status: number;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each check knows the shape it expects
  body: any;
  ms: number;
};

export type Service = { url: string; isDeployed: boolean; send(request: Request): Promise<Response> };

/** Longer than the gateway waits for a function. */
const timeoutMs = 32_000;
const maxLimited = 5;

/** The service under test. Every request gets a response; one that cannot be made has the status 0. */
export function serviceAt(given: string): Service {
  const url = given.replace(/\/+$/, '');
  const { protocol } = URL.parse(url) ?? {};
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw new CommandError(`--url must be the address of the service, such as https://api.example.com, not "${given}".`);
  }
  async function send(request: Request, limited = 0): Promise<Response> {
    const response = await sendOnce(url, request);
    const seconds = Number(response.headers['retry-after'] ?? 1);
    if (response.status !== 429 || request.acceptsLimit || limited === maxLimited) return response;
    await sleep(Math.min(seconds, 10) * 1000);
    return send(request, limited + 1);
  }
  return { url, isDeployed: protocol === 'https:', send };
}

async function sendOnce(url: string, { method, path, key, body, headers }: Request): Promise<Response> {
  const started = performance.now();
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    ...(key && { 'X-API-KEY': key }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...headers,
  };
  try {
    const answer = await fetch(url + path, {
      method,
      headers: all,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      body: text,
    });
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      ...parsed(await answer.text()),
      ms: since(started),
    };
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
    return { status: 0, headers: {}, text: '', body: { code: reason }, ms: since(started) };
  }
}

const since = (started: number) => performance.now() - started;

function parsed(text: string): Pick<Response, 'text' | 'body'> {
  try {
    return { text, body: JSON.parse(text) };
  } catch {
    return { text, body: undefined };
  }
}
