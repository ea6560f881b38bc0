import { expect, test } from '@jest/globals';
import { routes } from '../../lib/routes.ts';
import { aTenant, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { playStory, storyCaller } from '../support/storyCaller.ts';

/** Every version that the story can reach. */
const versions = Array.from({ length: 50 }, (_, i) => `"${i + 1}"`).join(', ');

test('the operations that honour If-Match, and only they, reject an outdated version, and accept a list with the current one', async () => {
  const rejected = new Set<string>();
  const caller = storyCaller(async (id, options = {}) => {
    const callIf = (match: string) => call(id, { ...options, headers: { ...options.headers, 'If-Match': match } });
    const answer = await callIf('"99"');
    if (answer.code !== 'version_mismatch') return answer;
    rejected.add(id);
    return callIf(versions);
  });
  await playStory(caller);
  const honouring = routes.filter(({ ifMatch }) => ifMatch).map(({ id }) => id);
  expect([...rejected].sort()).toEqual(honouring.sort());
});

test.each(['', ' ', 'x'.repeat(101), 'two words', 'naïve'])('rejects a write with the X-Actor %j', async (actor) => {
  const { id } = await aTenant();
  const options = { as: platform, params: { id }, body: { country: 'FR' }, headers: { 'X-Actor': actor } };
  expect(await call('updateTenant', options)).toMatchObject({ status: 400, body: { errors: [{ field: 'X-Actor' }] } });
});

test('ignores X-Actor on a read', async () => {
  const headers = { 'X-Actor': 'x'.repeat(101) };
  expect((await call('getTenants', { as: platform, query: { limit: '1' }, headers })).status).toBe(200);
});

test('a request without a key learns nothing about the body, the query or the resource', async () => {
  const params = { id: 'nothing' };
  expect(await call('updateTenant', { params, body: '{"broken', query: { no: '1' } })).toMatchObject({ status: 401 });
  expect(await call('updateTenant', { params, body: 'x'.repeat(300_000) })).toMatchObject({ status: 401 });
});
