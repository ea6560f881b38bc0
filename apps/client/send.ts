import { StoreError } from './error.ts';
import type { ApiRequest, Options } from './request.ts';

export type RetryOptions = {
  /** The maximum number of retries; 3 by default. */
  retries: number;
  /** How long each attempt may take, in milliseconds; 30,000 by default. */
  timeout: number;
};

/** Parses responses instead of `JSON.parse`, for example to keep numbers that a double cannot hold. */
export type Parse = (text: string) => unknown;

/** Shared by all calls of a client. `resumesAt` is when an exhausted quota resets, in milliseconds. */
export type Quota = { resumesAt: number };

/** In seconds. The firewall and a closed stage ask for this long. */
const maxRetryAfter = 60;
const transientStatuses = [0, 429, 502, 503, 504];

/** Whether a repeat may succeed, soon enough to wait for it. */
export const isTransient = ({ status, retryAfter = 0 }: StoreError) =>
  transientStatuses.includes(status) && retryAfter <= maxRetryAfter;

type SendOptions = RetryOptions & Pick<Options, 'signal' | 'onWait'> & { parse: Parse };

/**
 * Sends a request and returns the payload. Retries what may succeed later, unless a repeat could take effect twice, which
 * request.ts decides. A client that retries also waits for a quota that it knows to be used up.
 */
export async function send(request: ApiRequest, options: SendOptions, quota: Quota): Promise<unknown> {
  const { retries } = options;
  let uncertain = false;
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (retries > 0) await waitForQuota(quota, options);
      return await sendOnce(request, options, quota);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      uncertain ||= request.method !== 'GET' && (error.status < 400 || error.status >= 500);
      error.uncertain = uncertain;
      const isRetryable = isTransient(error) && (request.isRepeatable || error.status === 429);
      if (!isRetryable || attempt >= retries) throw error;
      await wait(error, backOff(error, attempt), options);
    }
  }
}

async function waitForQuota({ resumesAt }: Quota, options: SendOptions): Promise<void> {
  const waitMs = resumesAt - Date.now();
  if (waitMs <= 0) return;
  const content = { code: 'rate_limited', description: "The store's quota is used up." } as const;
  await wait(new StoreError(content, { status: 429, retryAfter: waitMs / 1000 }), waitMs, options);
}

async function wait(error: StoreError, milliseconds: number, { signal, onWait }: SendOptions): Promise<void> {
  onWait?.(error, milliseconds);
  await sleep(milliseconds, signal);
}

async function sendOnce(request: ApiRequest, { timeout, signal, parse }: SendOptions, quota: Quota): Promise<unknown> {
  const { url, method, headers, body } = request;
  const limit = AbortSignal.timeout(timeout);
  const init = { method, headers, body: body ?? null, signal: signal ? AbortSignal.any([signal, limit]) : limit };
  const { response, text } = await fetch(url, { ...init, redirect: 'error' })
    .then(async (response) => ({ response, text: await response.text() }))
    .catch((cause: Error) => {
      signal?.throwIfAborted();
      throw new StoreError({ description: `No response from ${new URL(url).host}: ${reasonOf(cause, timeout)}` }, { cause });
    });
  const resetSeconds = /;r=0;t=(\d{1,2})$/.exec(response.headers.get('RateLimit') ?? '')?.[1];
  if (resetSeconds) quota.resumesAt = Date.now() + Number(resetSeconds) * 1000;
  const content = parseObject(text, parse);
  if (response.ok && content.payload) return content.payload;
  const retryAfter = secondsIn(response.headers.get('Retry-After'));
  // A proxy may respond with JSON of its own.
  throw new StoreError(content.result === 'error' ? content : {}, { status: response.status, retryAfter });
}

function reasonOf({ name, message, cause }: Error, timeout: number): string {
  if (name === 'TimeoutError') return `it took longer than the timeout of ${timeout} ms. Try again later.`;
  const { code, message: text } = (cause ?? {}) as { code?: string; message?: string };
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return 'the server does not use TLS on this port. Check the port, or call a local service with http://.';
  return `${text || message}. Check its address, and that it is running.`;
}

// biome-ignore lint/suspicious/noExplicitAny: the caller checks what it needs
function parseObject(text: string, parse: Parse): any {
  try {
    const value = parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** `Retry-After` holds seconds or an HTTP date. */
function secondsIn(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

/** Exponential, with jitter, so that callers that failed together do not retry together. */
export const backOff = ({ retryAfter = 0 }: StoreError, attempt: number) =>
  retryAfter * 1000 + Math.min(200 * 2 ** attempt, 5000) * (0.5 + Math.random() / 2);

export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
