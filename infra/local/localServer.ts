import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, maxHeaderSize, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Handler } from '../../lib/api/call.ts';
import { publicEndpoints } from '../../lib/api/publicEndpoints.ts';
import type { Endpoint, Route } from '../../lib/api/route.ts';
import { router, serves } from '../../lib/api/router.ts';
import { securityHeaders } from '../../lib/api/securityHeaders.ts';
import { routes } from '../../lib/routes.ts';
import { gatewayEvent } from './event.ts';

const match = router([...routes, ...publicEndpoints]);
/** Longer than clients keep idle connections, so that none is closed just as a client reuses it. */
const keepAliveMs = 65_000;
const gatewayLimit = 10 * 1024 * 1024;

/** Serves the handlers through the events that API Gateway would pass them. `translate` may replace the request's headers. */
export function createLocalServer(translate: (headers: IncomingMessage['headers']) => IncomingMessage['headers']): Server {
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    try {
      respond(outgoing, await compressed(incoming, await handle(incoming, translate(incoming.headers))));
    } catch (error) {
      if (!outgoing.destroyed) process.stderr.write(`${(error as Error).stack}\n`);
      outgoing.destroy();
    }
  };
  return createServer({ requireHostHeader: false, keepAliveTimeout: keepAliveMs }, serve)
    .on('checkExpectation', serve)
    .on('clientError', rejectMalformed);
}

/** Responds in the usual error shape to a request that Node cannot parse. */
function rejectMalformed({ code: cause }: NodeJS.ErrnoException, socket: Duplex) {
  if (cause === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const isTooLarge = cause === 'HPE_HEADER_OVERFLOW';
  const limit = `${maxHeaderSize / 1024} KB`;
  const [status, code, description] = isTooLarge
    ? ['413 Payload Too Large', 'payload_too_large', `The URL and the headers together must not exceed ${limit}. Shorten them.`]
    : ['400 Bad Request', 'invalid_request', 'This is not a valid HTTP request, or it did not arrive in time.'];
  const request_id = randomUUID();
  const body = JSON.stringify({ result: 'error', description, code, request_id });
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': request_id,
    ...securityHeaders(),
    Connection: 'close',
    'Content-Length': Buffer.byteLength(body),
  };
  const head = [`HTTP/1.1 ${status}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

async function handle(incoming: IncomingMessage, headers: IncomingMessage['headers']): Promise<APIGatewayProxyResult> {
  const { method = 'GET', url: target = '/' } = incoming;
  // `*` is no path, but asks about the whole server.
  const url = target === '*' ? '/*' : target;
  const found = match(url.split('?')[0] as string).find(({ route }) => serves(route, method));
  const { route, pathParameters } = found ?? {};
  const body = await read(incoming);
  const address = incoming.socket.remoteAddress;
  const event = gatewayEvent({ method, url, headers, body, address, pathParameters });
  return (await handlerOf(route))(event, {});
}

async function handlerOf(endpoint: Route | Endpoint | undefined): Promise<Handler> {
  if (!endpoint) return load('unmatched');
  if ('caller' in endpoint) return load(`${endpoint.caller}/${endpoint.id}`);
  if (endpoint.id !== 'site') return load(endpoint.id);
  site ??= loadSite();
  return site;
}

export async function load(file: string): Promise<Handler> {
  return (await import(new URL(`../../functions/${file}.ts`, import.meta.url).href)).handler;
}

let site: Promise<Handler> | undefined;

/** `functions/site.ts` reads its files from the asset; here they are made on the first request. */
async function loadSite(): Promise<Handler> {
  const { siteHandler } = await import('../../lib/site/serving.ts');
  const { siteFiles } = await import('../../apps/reference/site/files.ts');
  const { consoleFiles } = await import('../../apps/console/files.ts');
  const files = new Map([...(await siteFiles()), ...(await consoleFiles())]);
  return siteHandler(async (name) => files.get(name));
}

/** Reads beyond the limit, so that the client gets a response instead of a broken pipe, but discards the excess. */
async function read(incoming: IncomingMessage) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size <= gatewayLimit) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type Response = Omit<APIGatewayProxyResult, 'body'> & { body: string | Buffer };

/** The gateway compresses every response of over 1 KB. Here only what may differ by encoding is worth it: pages and documents. */
async function compressed({ headers: sent }: IncomingMessage, response: APIGatewayProxyResult): Promise<Response> {
  const { headers, body } = response;
  const isAccepted = /\bgzip\b(?!; *q=0)/.test(`${sent['accept-encoding']}`);
  if (!isAccepted || body === '' || !`${headers?.Vary}`.includes('Accept-Encoding')) return response;
  return { ...response, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: await promisify(gzip)(body) };
}

function respond(outgoing: ServerResponse, { statusCode, headers = {}, body }: Response) {
  outgoing.writeHead(statusCode, { ...(headers as Record<string, string>), 'Content-Length': Buffer.byteLength(body) });
  outgoing.end(outgoing.req.method === 'HEAD' ? undefined : body);
}
