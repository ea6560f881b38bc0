import { createHash } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type Handler, headerOf } from '../api/call.ts';
import { notFound } from '../api/errors.ts';
import { handlerBehind, withEnvelope } from '../api/operation.ts';
import { securityHeaders } from '../api/securityHeaders.ts';
import { baseUrlOf } from './baseUrl.ts';
import { withMissingPage } from './missingPage.ts';
import { documents } from './siteEndpoints.ts';

/** Returns a file's text; undefined if the file does not exist. */
type Read = (name: string) => Promise<string | undefined>;
type File = { name: string; body: string; etag: string };

/** Serves the API document and the folders of static files. */
export function siteHandler(read: Read): Handler {
  const cache = new Map<string, File>();

  async function fileOf(name: string): Promise<File> {
    const cached = cache.get(name);
    if (cached) return cached;
    const body = await read(name);
    if (body === undefined) throw notFound('file with this name');
    const file = { name, body, etag: etagOf(body) };
    cache.set(name, file);
    return file;
  }

  // A response from here is sent as it is, without an envelope.
  const before = async ({ event }: { event: APIGatewayProxyEvent }) =>
    answer(event, forCaller(event, await fileOf(nameIn(event))));
  const serve = handlerBehind(withEnvelope({ id: 'site', status: 200 }).use({ before }), () => undefined);
  return async (event, context) => withMissingPage(event, await serve(event, context));
}

const etagOf = (body: string) => `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;

/** The API document names the base URL under which the caller asked for it, if that is known. */
function forCaller(event: APIGatewayProxyEvent, file: File): File {
  const url = file.name === 'openapi.json' ? baseUrlOf(event) : undefined;
  if (url === undefined) return file;
  const body = file.body.replace('"url":"."', () => `"url":${JSON.stringify(url)}`);
  return { ...file, body, etag: etagOf(body) };
}

/** An asset has a hash of its contents in its name. A page is served without its extension. */
const asset = /^[\w-]+\.[0-9a-f]{8}\.(js|css|json|svg)$/;
const page = /^(?!index$)[\w-]+$/;
/** A guide's source. */
const source = /^[\w-]+\.md$/;

/** `docs/index.html` at `/docs`, `docs/limits.html` at `/docs/limits`, and assets by their own name. */
function nameIn({ path, pathParameters }: APIGatewayProxyEvent): string {
  const segments = path.split('/').filter(Boolean);
  const file = pathParameters?.file;
  const last = segments.at(-1) as string;
  if (file === undefined) return documents.includes(last) ? last : `${last}/index.html`;
  if (page.test(file)) return `${segments.at(-2)}/${file}.html`;
  if (!asset.test(file) && !source.test(file)) throw notFound('file with this name');
  return `${segments.at(-2)}/${file}`;
}

function answer(event: APIGatewayProxyEvent, { name, body, etag }: File): APIGatewayProxyResult {
  const { path, requestContext } = event;
  const common = { ...securityHeaders(), 'X-Request-Id': requestContext.requestId };
  const isPage = name.endsWith('.html');
  // Links between pages are relative, so each page has one URL, without a slash at the end.
  const url = path.split('/').findLast(Boolean);
  if (isPage && path.endsWith('/')) return { statusCode: 301, headers: { ...common, Location: `../${url}` }, body: '' };
  const headers = { ...common, ...headersOf(name), ETag: etag };
  if (headerOf(event, 'if-none-match')?.includes(etag)) return { statusCode: 304, headers, body: '' };
  return { statusCode: 200, headers, body };
}

/**
 * A page loads only our own files, calls only our own API and cannot be framed by other sites. Pages build their DOM without
 * HTML strings, so the browser can forbid them.
 */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const types: Record<string, string> = {
  html: 'text/html',
  md: 'text/markdown',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
};

function headersOf(name: string): Record<string, string> {
  const file = name.split('/').at(-1) as string;
  // The gateway compresses responses, but does not tell caches.
  const Vary = ['Accept-Encoding', ...(documents.includes(file) ? ['Host', 'X-Forwarded-Proto'] : [])].join(', ');
  const type = { 'Content-Type': `${types[file.split('.').at(-1) as string]}; charset=utf-8`, Vary };
  if (asset.test(file)) return { ...type, 'Cache-Control': 'public, max-age=31536000, immutable' };
  if (!file.endsWith('.html')) return { ...type, 'Cache-Control': 'public, max-age=300' };
  return { ...type, 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' };
}
