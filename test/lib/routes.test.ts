import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { hint } from '../../lib/api/errors.ts';
import { currentSecret } from '../../lib/key/checksumSecrets.ts';
import { makeToken } from '../../lib/key/token.ts';
import { routes } from '../../lib/routes.ts';
import { aStore, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { holdClocks } from '../support/clocks.ts';
import { metered } from '../support/database.ts';

const ids = routes.map(({ id }) => id);
const keys = { platform, management: '' };

// Forged keys make an instance read the secrets again after ten seconds.
holdClocks();

keys.management = (await aStore()).key;
const keySecret = await currentSecret('platform', new Date());

test('every route has a handler file, and every handler file has a route', () => {
  const files = ['platform', 'management'].flatMap((caller) =>
    readdirSync(new URL(`../../functions/${caller}`, import.meta.url)).map((file) => `${caller}/${file}`),
  );
  expect(files.sort()).toEqual(routes.map(({ caller, id }) => `${caller}/${id}.ts`).sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test('no two routes have the same method and path', () => {
  const places = routes.flatMap(({ method, path, alias }) =>
    [path, alias].flatMap((at) => (at ? [`${method} ${at.replace(/\/$/, '').replace(/\{\w+\}/g, '{}')}`] : [])),
  );
  expect(new Set(places).size).toBe(places.length);
});

describe.each(routes)('$id', (row) => {
  const params = Object.fromEntries([...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'nothing']));
  const own = () => keys[row.caller];
  const other = () => keys[row.caller === 'platform' ? 'management' : 'platform'];

  test.each([
    ['no key', () => undefined],
    ['an empty key', () => ''],
    ['garbage', () => 'garbage'],
    ['a key of the other kind', other],
    ['a key with a wrong checksum', () => `${own().slice(0, -1)}${own().endsWith('a') ? 'b' : 'a'}`],
    [
      'a key that was never issued',
      () => makeToken(row.caller === 'platform' ? 'PLATFORM' : `ten_${'0'.repeat(26)}`, `key_${'0'.repeat(26)}`, keySecret),
    ],
  ])('rejects %s', async (_, key) => {
    const { status, body, headers } = await call(row.id, { as: key(), params });
    const request_id = headers['x-request-id'];
    expect(status).toBe(401);
    expect(body).toEqual({ result: 'error', description: 'unauthorized', code: 'unauthorized', request_id, hint });
  });

  test('rejects a key of the other kind or with a wrong checksum without a database call', async () => {
    const { calls } = await metered(async () => {
      await call(row.id, { as: other(), params });
      await call(row.id, { as: `${own().slice(0, -8)}00000000`, params });
    });
    expect(calls).toBe(0);
  });

  test('rejects an invalid body', async () => {
    const send = (body: string, type = 'application/json') =>
      call(row.id, { as: own(), params, body, headers: { 'Content-Type': type } });
    expect(await send('{"a"')).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await send('[1]')).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await send('"text"')).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await send('{}', 'text/plain')).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    expect(await send(`"${'x'.repeat(256 * 1024)}"`)).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect(await send('{"__no_field__":1}')).toMatchObject({ status: 400, code: 'invalid_request' });
    const deep = await send(`{"a":${'['.repeat(16)}${']'.repeat(16)}}`);
    expect(deep.body.description).toMatch(/deeper than 16/);
  });

  test('reports unknown fields and unknown query parameters', async () => {
    const { body } = await call(row.id, { as: own(), params, body: { __no_field__: 1 }, query: { __no_parameter__: '1' } });
    const fields = body.errors.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(expect.arrayContaining(['__no_field__', '__no_parameter__']));
  });

  test('returns a field of its payload', () => {
    expect([undefined, ...Object.keys(row.payload.shape)]).toContain(row.returns);
  });
});
