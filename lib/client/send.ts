import { StoreError } from './error.ts';
import type { Outgoing } from './request.ts';

export type Patience = {
  /** How often a call is sent again at most, 3 unless given. */
  retries: number;
  /** How long each attempt may take, in milliseconds, 30,000 unless given. */
  timeout: number;
};

const longestWait = 60_000;
const passing = [0, 429, 502, 503, 504];

/** Sends a request, again where that can neither double its effect nor be in vain, and gives the payload. */
export async function send(request: Outgoing, { retries, timeout }: Patience, signal?: AbortSignal): Promise<unknown> {
  let uncertain = false;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(request, timeout, signal);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      uncertain ||= request.method !== 'GET' && (error.status < 400 || error.status >= 500);
      error.uncertain = uncertain;
      const wait = waitOf(error, attempt);
      const again = passing.includes(error.status) && (request.repeatable || error.status === 429);
      if (!again || attempt >= retries || wait > longestWait) throw error;
      await pause(wait, signal);
    }
  }
}

async function sendOnce({ url, method, headers, body }: Outgoing, timeout: number, signal?: AbortSignal): Promise<unknown> {
  const limit = AbortSignal.timeout(timeout);
  const init = { method, headers, body: body ?? null, signal: signal ? AbortSignal.any([signal, limit]) : limit };
  const { answer, text } = await fetch(url, { ...init, redirect: 'error' })
    .then(async (answer) => ({ answer, text: await answer.text() }))
    .catch((cause: Error) => {
      signal?.throwIfAborted();
      throw new StoreError({ description: `There was no answer from ${new URL(url).host}: ${reasonOf(cause)}` }, { cause });
    });
  const told = parsed(text);
  if (answer.ok && told.payload) return told.payload;
  const retryAfter = secondsIn(answer.headers.get('Retry-After'));
  throw new StoreError(answer.ok ? {} : told, { status: answer.status, retryAfter });
}

const reasonOf = ({ message, cause }: Error) => (cause instanceof Error ? cause.message : '') || message;

function parsed(text: string) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** `Retry-After` is in seconds, or an HTTP date. */
function secondsIn(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 0);
}

/** Longer from one attempt to the next and never the same, so that callers who failed together do not come back together. */
const waitOf = ({ retryAfter = 0 }: StoreError, attempt: number) =>
  retryAfter * 1000 + Math.min(200 * 2 ** attempt, 5000) * (0.5 + Math.random() / 2);

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', over);
      resolve();
    }, milliseconds);
    if (signal?.aborted) over();
    else signal?.addEventListener('abort', over, { once: true });
  });
}
