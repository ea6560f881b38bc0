import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { headerOf } from '../api/call.ts';
import { serves } from '../api/router.ts';

const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Turns a 404 beside the guides and the console into a small page for a browser. Everything else gets the usual error. */
export function withMissingPage(event: APIGatewayProxyEvent, response: APIGatewayProxyResult): APIGatewayProxyResult {
  const { path } = event;
  const isBrowser = serves({ method: 'GET' }, event.httpMethod) && headerOf(event, 'accept')?.includes('text/html');
  const hasPages = /^\/((docs|console)(\/|$)|$)/.test(path);
  if (response.statusCode !== 404 || !hasPages) return response;
  const headers = { ...response.headers, Vary: 'Accept' };
  if (!isBrowser) return { ...response, headers };
  const type = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy };
  // A relative link, because a stage may have a path of its own.
  const root = '../'.repeat(path.split('/').length - 2);
  return { ...response, headers: { ...headers, ...type }, body: pageFor(root) };
}

const pageFor = (root: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Page not found</title>
<main>
<h1>Page not found</h1>
<p>Try <a href="${root}docs">the guides and the reference</a>, or go to <a href="${root}console">the console</a>.</p>
</main>
</html>
`;
