import dns from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isAllowedAddress, isAllowedHost } from './receiverAddress.ts';

/** Why a call to a receiver failed, besides a status other than 2xx. The guide on webhooks explains each. */
export const problems = [
  'address_not_public',
  'name_not_found',
  'connect_timeout',
  'connection_failed',
  'tls_failed',
  'timeout',
  'secret_unreadable',
  'no_url',
  'answer_has_no_rates',
] as const;

export type Problem = (typeof problems)[number] | `status_${number}`;

/** The response of a receiver, or the reason why there is none. */
export type CallResult = {
  status: number | null;
  body: string;
  retryAfter: string | undefined;
  duration_ms: number;
  problem: Problem | null;
};

type Outgoing = { url: string; headers: Record<string, string>; body: string; timeout: number };

const maxBytes = 64 * 1024;
const connectTimeoutMs = 3000;
/** One of several addresses gets this long before the next is tried. Node's default is too short for another continent. */
const addressTimeoutMs = 700;

/** Posts to a receiver: only to public addresses, without following redirects, reading at most 64 KB, within the timeout. */
export async function callReceiver({ url, headers, body, timeout }: Outgoing): Promise<CallResult> {
  const started = performance.now();
  const none = { status: null, body: '', retryAfter: undefined };
  const outcome = await attempt(url, headers, body, timeout).catch((error: Error) => ({ ...none, problem: problemOf(error) }));
  return { ...outcome, duration_ms: Math.round(performance.now() - started) };
}

class NotPublic extends Error {}
class NameNotFound extends Error {}

async function attempt(
  url: string,
  headers: Record<string, string>,
  body: string,
  timeout: number,
): Promise<Omit<CallResult, 'duration_ms'>> {
  const { protocol, hostname } = new URL(url);
  if (!isAllowedHost(hostname)) throw new NotPublic();
  const request = protocol === 'http:' ? requestHttp : requestHttps;
  const common = { 'Content-Type': 'application/json', 'User-Agent': 'store-platform-webhooks/1', Connection: 'close' };
  return new Promise((done, fail) => {
    const outgoing = request(url, {
      method: 'POST',
      agent: false,
      lookup: lookupAllowed,
      // The types of http.request lack what it passes on to net.connect.
      ...{ autoSelectFamilyAttemptTimeout: addressTimeoutMs },
      signal: AbortSignal.timeout(timeout),
      headers: { ...common, ...headers, 'Content-Length': Buffer.byteLength(body) },
    });
    const connectTimer = setTimeout(() => outgoing.destroy(new Error('connect_timeout')), connectTimeoutMs);
    const connected = protocol === 'http:' ? 'connect' : 'secureConnect';
    outgoing.once('socket', (socket) => socket.once(connected, () => clearTimeout(connectTimer)));
    outgoing.once('response', (response) => read(response).then(done, fail));
    outgoing.on('error', fail);
    outgoing.once('close', () => {
      clearTimeout(connectTimer);
      // Closed without a response or an error, for example when a receiver asks to switch protocols.
      if (outgoing.listenerCount('response') > 0) fail(new Error('closed'));
    });
    outgoing.end(body);
  });
}

/**
 * Resolves the host and keeps only allowed addresses. The socket connects to one of these, so DNS cannot change in between.
 */
const lookupAllowed: LookupFunction = (hostname, { all }, callback) => {
  addressesOf(hostname).then((found) => {
    const addresses = found.filter(isAllowedAddress).map((address) => ({ address, family: isIP(address) }));
    const [first] = addresses;
    if (!first) callback(found.length > 0 ? new NotPublic() : new NameNotFound(), '', 0);
    else if (all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** Asks the name servers itself: `dns.lookup` would hold one of four threads until a slow one answers, and stop all other calls. */
async function addressesOf(hostname: string): Promise<string[]> {
  if (hostname === 'localhost') return ['127.0.0.1', '::1'];
  const resolver = new dns.promises.Resolver({ timeout: 500, tries: 2 });
  resolver.setServers(dns.getServers());
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}

async function read(response: IncomingMessage): Promise<Omit<CallResult, 'duration_ms'>> {
  const { statusCode = 0, headers } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, maxBytes - size));
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  response.destroy();
  const problem = statusCode >= 200 && statusCode < 300 ? null : (`status_${statusCode}` as const);
  return { status: statusCode, body: Buffer.concat(chunks).toString(), retryAfter: headers['retry-after'], problem };
}

/** Never the error's own message, which could reveal internal addresses. */
function problemOf(error: Error & { code?: string }): Problem {
  if (error instanceof NotPublic) return 'address_not_public';
  if (error instanceof NameNotFound) return 'name_not_found';
  if (error.message === 'connect_timeout') return 'connect_timeout';
  if (error.name === 'AbortError') return 'timeout';
  if (/CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO/.test(error.code ?? '')) return 'tls_failed';
  return 'connection_failed';
}
