import { describe, expect, test } from '@jest/globals';
import { openApiDocument } from '../../infra/openapi/document.ts';
import { raw } from '../support/raw.ts';

const assetsOf = (html: string) => [...html.matchAll(/(?:href|src)="([^":]+)"/g)].map(([, link]) => link as string);

test('serves the whole document to everyone, with a cache lifetime', async () => {
  const { status, headers, text } = await raw({ path: '/openapi.json' });
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  });
});

describe('the page at /docs', () => {
  const path = '/docs';

  test('links only to its own immutable files, with relative links', async () => {
    const { text, headers } = await raw({ path });
    expect(headers['cache-control']).toBe('no-cache');
    const links = assetsOf(text);
    expect(links.length).toBeGreaterThanOrEqual(5);
    for (const link of links) {
      expect(link).not.toMatch(/^\//);
      const answer = await raw({ path: new URL(link, `http://here${path}`).pathname });
      expect([link, answer.status]).toEqual([link, 200]);
      if (!link.endsWith('licenses.txt')) expect(answer.headers['cache-control']).toContain('immutable');
    }
  });

  test('allows no other scripts, styles or connections', async () => {
    const { text, headers } = await raw({ path });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
    expect(text).not.toMatch(/<script>|style=|https?:/);
  });
});

test.each(['/openapi.json', '/openapi.json/', '/docs', '/docs/licenses.txt'])(
  '%s returns 304 to a client that has the current version',
  async (path) => {
    const { headers } = await raw({ path });
    const again = await raw({ path, headers: { 'If-None-Match': headers.etag as string } });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    expect(again.headers.etag).toBe(headers.etag);
    expect((await raw({ path, headers: { 'If-None-Match': 'W/"other"' } })).status).toBe(200);
  },
);

test('redirects a page with a slash at the end, whatever comes before its path', async () => {
  const { status, headers } = await raw({ path: '/docs/' });
  expect([status, headers.location]).toEqual([301, '../docs']);
});

test.each([
  '/docs/index',
  '/docs/index.html',
  '/docs/openapi.json',
  '/docs/x.js',
  '/docs/page.00000000.js',
  '/docs/..%2f..%2fpackage.json',
  '/docs/%2e%2e',
  '/docs/a/b',
])('%s returns a 404 error', async (path) => {
  const { status, text } = await raw({ path });
  expect([status, JSON.parse(text).code]).toEqual([404, 'not_found']);
});

test.each(['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s returns 405', async (method) => {
  for (const path of ['/openapi.json', '/docs', '/docs/licenses.txt']) {
    const { status, headers } = await raw({ method, path });
    expect([status, headers.allow]).toEqual([405, 'GET']);
  }
});
