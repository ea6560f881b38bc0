import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type Handler, headerOf } from '../call.ts';
import { notFound } from '../errors.ts';
import { publicHandler } from '../operation.ts';
import { securityHeaders } from '../securityHeaders.ts';

/** Returns a file's text; undefined if the file does not exist. */
type Read = (name: string) => Promise<string | undefined>;
type File = { name: string; body: string; etag: string };

/** Serves the API document and the page that shows it. */
export function referenceHandler(read: Read): Handler {
  const cache = new Map<string, File>();

  async function fileOf(name: string): Promise<File> {
    const cached = cache.get(name);
    if (cached) return cached;
    const body = await read(name);
    if (body === undefined) throw notFound('file with this name');
    const file = { name, body, etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"` };
    cache.set(name, file);
    return file;
  }

  return publicHandler('reference')
    .use({ before: async ({ event }: { event: APIGatewayProxyEvent }) => answer(event, await fileOf(nameIn(event))) })
    .handler(() => undefined) as unknown as Handler;
}

/** The page's files, which have a hash in their names, are the only ones served by name. */
const asset = /^[\w-]+\.[0-9a-f]{8}\.(js|css)$/;

function nameIn({ path, pathParameters }: APIGatewayProxyEvent): string {
  const file = pathParameters?.file;
  if (file === undefined) return path.includes('/docs') ? 'page.html' : 'openapi.json';
  if (!asset.test(file) && file !== 'licenses.txt') throw notFound('file with this name');
  return file;
}

function answer(event: APIGatewayProxyEvent, { name, body, etag }: File): APIGatewayProxyResult {
  const { path, requestContext } = event;
  const headers = {
    ...headersOf(name),
    ETag: etag,
    ...securityHeaders(),
    'X-Request-Id': requestContext.requestId,
  };
  if (headerOf(event, 'if-none-match')?.includes(etag)) return { statusCode: 304, headers, body: '' };
  return { statusCode: 200, headers, body: path.endsWith('/docs/') ? body.replaceAll('"docs/', '"') : body };
}

/** The page loads only our own files, calls only our own API and cannot be framed by other sites. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const types: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  txt: 'text/plain',
};

function headersOf(name: string): Record<string, string> {
  const type = { 'Content-Type': `${types[name.split('.').at(-1) as string]}; charset=utf-8` };
  if (asset.test(name)) return { ...type, 'Cache-Control': 'public, max-age=31536000, immutable' };
  if (name !== 'page.html') return { ...type, 'Cache-Control': 'public, max-age=300' };
  return { ...type, 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' };
}
