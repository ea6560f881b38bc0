import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { bytesLoadedAtStart } from '../../../infra/bundle/bundle.ts';
import { routes } from '../../../lib/routes.ts';
import { freshFolder } from '../../support/service.ts';
import { bundled as sharedBundle } from '../../support/synthesized.ts';

const { asset, ...bundled } = sharedBundle();
/** Outside the project, so that nothing from it can be imported. */
const folder = freshFolder();

const assetOf = (id: string) => (id === 'site' ? bundled.siteAsset : asset);
const fileOf = (id: string) => join(assetOf(id), (bundled.handlers[id] as string).replace(/\.handler$/, '.mjs'));
const operations = routes.map(({ id }) => id);
const others = ['unmatched', 'site', 'health', 'deliver', 'follow', 'sweep'];
const budget = 228_500;

test('the asset has a handler for every row', () => {
  const handlers = Object.fromEntries(routes.map(({ caller, id }) => [id, `${caller}/${id}.handler`]));
  expect(bundled.handlers).toMatchObject(handlers);
  expect(Object.keys(bundled.handlers).sort()).toEqual([...operations, ...others].sort());
});

test.each([...operations, ...others])('%s stays within its budget for code loaded at start', (id) => {
  const bytes = bytesLoadedAtStart(bundled.metafile, bundled.handlers[id] as string);
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThanOrEqual(budget);
});

test('every handler runs from the asset alone, with nothing but Node', () => {
  const event = { headers: {}, path: '/', httpMethod: 'GET', requestContext: { requestId: 'r' } };
  const script = `
    const answers = {};
    for (const [id, file] of Object.entries(${JSON.stringify(Object.fromEntries(operations.map((id) => [id, fileOf(id)])))})) {
      const { handler } = await import(file);
      answers[id] = (await handler(${JSON.stringify(event)}, {})).statusCode;
    }
    for (const file of ${JSON.stringify(others.map(fileOf))}) await import(file);
    const undici = process.moduleLoadList.filter((name) => name.includes('undici'));
    process.stderr.write(JSON.stringify({ answers, undici }));`;
  // Nothing listens there, so the warm-up fails at once. Over plain HTTP, the SDK loads one more module than over TLS.
  const env = { PATH: process.env.PATH, AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' };
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, env });
  const { answers, undici } = JSON.parse(String(stderr));
  expect(answers).toEqual(Object.fromEntries(operations.map((id) => [id, 401])));
  // It costs 26 ms of CPU. Importing `node:http` as an ES module loads it.
  expect(undici).toEqual([]);
});

test('a handler warms up once, and still works if that fails', () => {
  const script = `
    const { handler } = await import(${JSON.stringify(fileOf('getOrder'))});
    const event = { headers: {}, path: '/', httpMethod: 'GET', requestContext: { requestId: 'r' } };
    process.stderr.write(String((await handler(event, {})).statusCode));`;
  const env = { PATH: process.env.PATH, AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' };
  const { stderr, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, env });
  expect(String(stderr)).toBe('401');
  const lines = String(stdout)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ level, message, status }) => ({ level, message, status }))).toEqual([
    { level: 'warn', message: 'could not warm up', status: undefined },
    { level: 'info', message: undefined, status: 401 },
  ]);
});

test('the site is served from the asset alone, in responses small enough for Lambda', () => {
  const script = `
    const { handler } = await import(${JSON.stringify(fileOf('site'))});
    const get = (path, file) => handler({ path, pathParameters: file ? { file } : null, headers: {}, requestContext: {} }, {});
    const page = await get('/docs');
    const files = [...page.body.matchAll(/"docs\\/([^"#]+)"/g)].map(([, file]) => file);
    const answers = [page, await get('/openapi.json'), ...(await Promise.all(files.map((file) => get('/docs/' + file, file))))];
    process.stderr.write(JSON.stringify(answers.map((answer) => [answer.statusCode, JSON.stringify(answer).length])));`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, env: {} });
  const answers: [number, number][] = JSON.parse(String(stderr));
  expect(answers.length).toBeGreaterThan(70);
  expect(answers.filter(([status]) => status !== 200)).toEqual([]);
  expect(Math.max(...answers.map(([, size]) => size))).toBeLessThan(1_000_000);
});

test('a change of a guide, the console or the reference changes only the asset of the site', () => {
  const inAsset = readdirSync(asset, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(inAsset.filter(({ name }) => !name.endsWith('.mjs'))).toEqual([]);
  const { site = [], ...others } = bundled.sources;
  expect(site).toContain('functions/site.ts');
  expect(Object.values(others).filter((files) => files.some((file) => /^(docs|apps|functions\/site)/.test(file)))).toEqual([]);
});

test('source maps are next to the asset, and point to our source files', () => {
  const inAsset = readdirSync(asset, { recursive: true, encoding: 'utf8' });
  expect(inAsset.filter((file) => file.endsWith('.map'))).toEqual([]);
  const mapOf = (file: string) => JSON.parse(readFileSync(join(`${asset}.sourcemaps`, file), 'utf8'));
  expect(mapOf('site.mjs.map').sources).toContain('../../functions/site.ts');
  const map = mapOf('platform/getTenant.mjs.map');
  expect(map.sources).toEqual(
    expect.arrayContaining(['../../../functions/platform/getTenant.ts', '../../../lib/tenant/data.ts']),
  );
});

describe('a handler contains', () => {
  test('its own row and no other row', () => {
    const code = readFileSync(fileOf('getTenant'), 'utf8');
    expect(code).toContain('/v1/platform/tenant/{id}');
    expect(code).not.toContain('/v1/platform/auth/test');
    expect(code).not.toContain('createTenant');
  });

  test('no code of a file that it does not use', () => {
    expect(readFileSync(fileOf('createTenant'), 'utf8')).toContain('AED AE');
    expect(readFileSync(fileOf('getTenant'), 'utf8')).not.toContain('AED AE');
  });

  test.each(routes)('no part of the API document: $id', ({ id, summary, description, place }) => {
    const code = readFileSync(fileOf(id), 'utf8');
    for (const text of ['openapi', summary, description, place[0]]) expect(code).not.toContain(text);
  });

  test('no description and no JSON Schema of a field', () => {
    const code = readFileSync(fileOf('createPayment'), 'utf8');
    for (const text of ['Negative for a refund', 'Refund of lines', 'maxLength']) expect(code).not.toContain(text);
  });

  test('no schema of a response', () => {
    for (const id of operations) expect(bundled.sources[id]?.filter((file) => /^lib.*schema\.ts$/.test(file))).toEqual([]);
    expect(bundled.sources.getOrder).toContain('lib/order/routes.ts');
    expect(readFileSync(fileOf('getOrder'), 'utf8')).not.toContain('target_delivery');
  });
});
