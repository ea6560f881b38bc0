import { setImmediate } from 'node:timers/promises';
import { withoutDatabase } from '../db/rehearsal.ts';
import { keepSecrets, newSecret, readSecrets } from '../key/checksumSecrets.ts';
import { readTime } from '../key/readTime.ts';
import { allScopes } from '../key/scopes.ts';
import { keySortKey, newKey } from '../key/storedKey.ts';
import { warmUpMs } from './awsTimeouts.ts';
import type { Handler } from './call.ts';
import { log } from './log.ts';
import type { ServedRoute } from './route.ts';

/** A handler that ignores the events of the clock, which only keep its function warm: without a key check and without a log line. */
export const ignoringClock =
  (handler: Handler): Handler =>
  async (event, context) =>
    'keep_warm' in event ? { statusCode: 204, body: '' } : handler(event, context);

type Rehearsed = Pick<ServedRoute, 'caller' | 'method' | 'path'>;

/**
 * Warms up a handler while its function starts, when Lambda gives it a full CPU: reads the secrets of keys, which opens the
 * connection to the database, and meanwhile rehearses a request twice, because code becomes faster with use. A failure only
 * makes the first request slower.
 */
export async function warmUp(handler: Handler, route: Rehearsed, timeoutMs: number = warmUpMs()): Promise<void> {
  try {
    // This call is sent before the rehearsals start to answer database calls with prepared responses.
    const connected = within(timeoutMs, readSecrets(route.caller, new Date()));
    const rehearsed = rehearse(handler, route).then(() => rehearse(handler, route));
    // No request may come before both have ended.
    await Promise.allSettled([connected, rehearsed]);
    await connected;
    await rehearsed;
    // This read finds the connection open, as those of the first request will.
    keepSecrets(await within(timeoutMs, readSecrets(route.caller, new Date())));
    // Garbage is collected on the next turn of the event loop, so it does not slow down the first request.
    await setImmediate();
  } catch (error) {
    log('warn', { message: 'could not warm up', cause: (error as Error).message });
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no response within ${ms} ms`)), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** One item that serves as an order, a product and a tenant. */
const document = { sk: 'WARM', name: 'warm-up', json: '{}', internal: '{}', revision: 1, version: 1 };

/** No tenant can have this ID: real IDs contain the time at which they were generated. */
const nobody = `ten_${'0'.repeat(26)}` as const;

/**
 * Sends the handler a request with a new key that only the prepared responses contain, made with a secret of its own. Only a GET
 * runs to its end: the body of any other request is invalid.
 */
async function rehearse(handler: Handler, { caller, method, path }: Rehearsed): Promise<void> {
  const now = new Date();
  const keySecret = newSecret(now);
  const { key, secret } = newKey(caller === 'management' ? nobody : 'PLATFORM', { scopes: allScopes }, now, keySecret.secret);
  const event = {
    httpMethod: method,
    path,
    headers: { 'X-API-KEY': secret },
    pathParameters: Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1001'])),
    requestContext: { requestId: 'warm-up' },
    body: method === 'GET' ? null : '[]',
    isRehearsal: true,
  };
  const keyItem = { ...key, sk: keySortKey(key.id), last_used: now.toISOString().slice(0, 10) };
  const items: Parameters<typeof withoutDatabase>[0] =
    caller === 'management' ? [document, keyItem, { ...document, sk: 'TENANT' }] : [{ ...document, ...keyItem }];
  keepSecrets({ secrets: [keySecret], read: readTime(now) });
  await withoutDatabase(items, () => handler(event as never)).finally(() => keepSecrets(undefined));
}
