import { beforeAll, expect, test } from '@jest/globals';
import { openApiDocument, webhookDocument } from '../../../apps/reference/openapi/document.ts';
import { guides } from '../../../apps/reference/site/guides.ts';
import { raw } from '../../support/raw.ts';

const base = 'http://here';
type Found = { status: number; headers: Record<string, unknown>; text: string };
const pages = new Map<string, Found>();

const linksIn = (html: string) => [...html.matchAll(/ (?:href|src|data-search)="([^"]+)"/g)].map(([, link]) => link as string);
/** The console has tests of its own. */
const isPage = ({ headers }: Found, path: string) =>
  `${headers['content-type']}`.startsWith('text/html') && path.startsWith('/docs');

/** Follows all links from the first page. */
beforeAll(async () => {
  for (const waiting = ['/docs']; waiting.length > 0; ) {
    const path = waiting.pop() as string;
    if (pages.has(path)) continue;
    const found = (await raw({ path })) as Found;
    pages.set(path, found);
    if (isPage(found, path)) waiting.push(...linksIn(found.text).flatMap((link) => ownPath(link, path) ?? []));
  }
});

function ownPath(link: string, from: string): string | undefined {
  const url = new URL(link, base + from);
  return url.origin === base ? url.pathname : undefined;
}

test('serves the whole document to everyone, with a cache lifetime', async () => {
  const { status, headers, text } = await raw({ path: '/openapi.json', headers: { Host: 'here' } });
  expect(status).toBe(200);
  const { servers, ...document } = JSON.parse(JSON.stringify(openApiDocument()));
  expect(JSON.parse(text)).toEqual({ ...document, servers: [{ ...servers[0], url: base }] });
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  });
});

test('links lead to existing pages, files and sections, and are relative', () => {
  expect([...pages].filter(([, { status }]) => status !== 200).map(([path]) => path)).toEqual([]);
  const broken = [...pages].flatMap(([path, page]) => {
    const links = isPage(page, path) ? linksIn(page.text) : [];
    return links.filter((link) => link.startsWith('/') || !hasTarget(link, path)).map((link) => `${path}: ${link}`);
  });
  expect(broken).toEqual([]);
});

function hasTarget(link: string, from: string): boolean {
  const { origin, pathname, hash } = new URL(link, base + from);
  return origin !== base || pages.get(pathname)?.text.includes(hash && ` id="${hash.slice(1)}"`) === true;
}

test('has a page for every operation and every guide', () => {
  const places = { ...openApiDocument().paths, ...webhookDocument().webhooks };
  const documented = Object.values(places).flatMap((methods) =>
    Object.values(methods as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
  );
  for (const name of [...documented, ...guides.map(({ name }) => name)]) {
    expect([name, pages.get(`/docs/${name}`)?.status]).toEqual([name, 200]);
  }
});

test('offers the values of an enum in the form of an operation', () => {
  const select = '<select name="order" data-in="query"><option></option><option>asc</option></select>';
  expect(pages.get('/docs/getOrders')?.text).toContain(select);
});

test('says once what each kind of retry means, and beside each error which one applies', () => {
  expect(pages.get('/docs/errors.md')?.text.match(/the same request will fail again/gi)).toHaveLength(1);
  expect(pages.get('/docs/createPayment')?.text).toContain('<span class="type">409, retry: after a change</span>');
});

test("shows a field's own description", () => {
  expect(pages.get('/docs/getOrder')?.text).toContain('<dd>The customer.<');
});

test('serves the guides as Markdown, with links to existing pages and sections', () => {
  const broken = guides.flatMap(({ name }) => {
    const found = pages.get(`/docs/${name}.md`)?.text.matchAll(/\]\(([^)]+)\)/g) ?? [];
    const links = [...found].map(([, link = '']) => link.replace(/\.md(?=#|$)/, ''));
    return links.filter((link) => !hasTarget(link, `/docs/${name}`)).map((link) => `${name}: ${link}`);
  });
  expect(broken).toEqual([]);
  expect(pages.get('/docs/limits.md')?.headers['content-type']).toBe('text/markdown; charset=utf-8');
});

test('assets have a hash in their name and never expire', () => {
  const assets = [...pages].filter(([path]) => /\.[0-9a-f]{8}\./.test(path));
  expect(assets.map(([path]) => path.replace(/\.[0-9a-f]{8}/, '')).toSorted()).toEqual(
    ['css', 'js']
      .map((type) => `/docs/site.${type}`)
      .concat(['/docs/icon.svg', '/docs/search.json'])
      .toSorted(),
  );
  for (const [, { headers }] of assets) expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('pages, and the console, allow no inline scripts or styles, no other host and no frame', async () => {
  const console: [string, Found] = ['/console', (await raw({ path: '/console' })) as Found];
  for (const [path, { headers, text }] of [...[...pages].filter(([path, page]) => isPage(page, path)), console]) {
    expect([path, headers]).toMatchObject([
      path,
      {
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
      },
    ]);
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+="/);
  }
});

test('shows no notes for contributors', () => {
  for (const [path, { text }] of pages) expect([path, text]).toEqual([path, expect.not.stringMatching(/<!--|npm run write/)]);
});

test('serves the document of the webhooks', async () => {
  const { status, text } = await raw({ path: '/webhooks.json' });
  expect([status, JSON.parse(text)]).toEqual([200, JSON.parse(JSON.stringify(webhookDocument()))]);
});

test('names the host of the request as the server, unless it is not a host', async () => {
  const serverFor = async (host: string) =>
    JSON.parse((await raw({ path: '/openapi.json', headers: { Host: host } })).text).servers[0].url;
  expect(await serverFor('api.example.com')).toBe('http://api.example.com');
  expect(await serverFor('"><script>')).toBe('.');
});

test.each(['/openapi.json', '/openapi.json/', '/webhooks.json', '/docs', '/docs/getOrder'])(
  '%s returns 304 to a client that has the current version',
  async (path) => {
    const { headers } = await raw({ path });
    const again = await raw({ path, headers: { 'If-None-Match': headers.etag as string } });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    expect(again.headers.etag).toBe(headers.etag);
    expect((await raw({ path, headers: { 'If-None-Match': 'W/"other"' } })).status).toBe(200);
  },
);

test.each(['/openapi.json', '/webhooks.json', '/docs', '/docs/limits'])(
  '%s is sent compressed if the client accepts it',
  async (path) => {
    const plain = await raw({ path, headers: { 'Accept-Encoding': 'gzip;q=0' } });
    const answer = await fetch(`${process.env.BASE_URL}${path}`);
    const sent = Object.fromEntries(answer.headers);
    expect([plain.headers['content-encoding'], sent['content-encoding']]).toEqual([undefined, 'gzip']);
    expect([sent.etag, sent.vary]).toEqual([plain.headers.etag, expect.stringMatching(/^Accept-Encoding\b/)]);
    expect(Number(sent['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 2);
    expect(await answer.text()).toBe(plain.text);
  },
);

test.each([
  ['/docs/', '../docs'],
  ['/docs/getOrder/', '../getOrder'],
])('%s redirects to the URL without a slash, whatever comes before its path', async (path, location) => {
  const { status, headers } = await raw({ path });
  expect([status, headers.location]).toEqual([301, location]);
});

const unknownFiles =
  'index index.html getOrder.html openapi.json licenses.txt x.js unknown.md unknown site.00000000.js ..%2f..%2fpackage.json %2e%2e a/b';

test.each(unknownFiles.split(' '))('the unknown file %s returns a 404 error', async (file) => {
  const { status, text } = await raw({ path: `/docs/${file}` });
  expect([status, JSON.parse(text).code]).toEqual([404, 'not_found']);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s returns 405', async (method) => {
  for (const path of ['/openapi.json', '/webhooks.json', '/docs', '/docs/getOrder']) {
    const { status, headers } = await raw({ method, path });
    expect([status, headers.allow]).toEqual([405, 'GET']);
  }
});
