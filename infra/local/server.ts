import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { Handler } from '../../lib/call.ts';
import { pages } from '../../lib/reference/pages.ts';
import type { Place, Route } from '../../lib/route.ts';
import { router } from '../../lib/router.ts';
import { routes } from '../../lib/routes.ts';
import { gatewayEvent } from './event.ts';

const match = router([...routes, ...pages]);
const gatewayLimit = 10 * 1024 * 1024;

/** Serves the real handlers through the events a gateway would give them. `translate` may change what came in. */
export function createLocalServer(translate: (headers: IncomingMessage['headers']) => IncomingMessage['headers']): Server {
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    try {
      answer(outgoing, await handle(incoming, translate(incoming.headers)));
    } catch (error) {
      if (!outgoing.destroyed) process.stderr.write(`${(error as Error).stack}\n`);
      outgoing.destroy();
    }
  };
  return createServer({ requireHostHeader: false }, serve).on('checkExpectation', serve).on('clientError', refuse);
}

/** What Node cannot read as a request at all is answered in the shape of all errors. */
function refuse({ code }: NodeJS.ErrnoException, socket: Duplex) {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const tooLarge = code === 'HPE_HEADER_OVERFLOW';
  const request_id = randomUUID();
  const description = tooLarge ? 'The URL and the headers are too large.' : 'This is no HTTP request that can be read.';
  const told = { result: 'error', description, code: tooLarge ? 'payload_too_large' : 'invalid_request', request_id };
  const body = JSON.stringify(told);
  const status = tooLarge ? '413 Payload Too Large' : '400 Bad Request';
  const headers = ['Content-Type: application/json; charset=utf-8', `X-Request-Id: ${request_id}`, 'Connection: close'];
  const head = [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

async function handle(incoming: IncomingMessage, headers: IncomingMessage['headers']): Promise<APIGatewayProxyResult> {
  const { method = 'GET', url = '/' } = incoming;
  const found = match(url.split('?')[0] as string).find(({ route }) => route.method === method);
  const { route, pathParameters } = found ?? {};
  const body = await read(incoming);
  const event = gatewayEvent({ method, url, headers, body, ...(pathParameters && { pathParameters }) });
  return (await handlerOf(route))(event, {});
}

async function handlerOf(place: Route | Place | undefined): Promise<Handler> {
  if (!place) return load('unmatched');
  return 'caller' in place ? load(`${place.caller}/${place.id}`) : (await import('./reference.ts')).reference;
}

export async function load(file: string): Promise<Handler> {
  return (await import(new URL(`../../functions/${file}.ts`, import.meta.url).href)).handler;
}

/** Reads on past the limit, so that the answer is not lost to a broken pipe, but keeps no more of it than it takes to refuse it. */
async function read(incoming: IncomingMessage) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size <= gatewayLimit) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function answer(outgoing: ServerResponse, { statusCode, headers = {}, body }: APIGatewayProxyResult) {
  outgoing.writeHead(statusCode, { ...(headers as Record<string, string>), 'Content-Length': Buffer.byteLength(body) });
  outgoing.end(outgoing.req.method === 'HEAD' ? undefined : body);
}
