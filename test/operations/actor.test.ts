import { expect, test } from '@jest/globals';
import { aStore, platform } from '../support/actors.ts';
import { call } from '../support/call.ts';

test.each(['', ' ', 'x'.repeat(101), 'two words', 'naïve'])('rejects a write with the X-Actor %j', async (actor) => {
  const { tenant } = await aStore();
  const answer = await call('updateTenant', {
    as: platform,
    params: { id: tenant.id },
    body: { country: 'FR' },
    headers: { 'X-Actor': actor },
  });
  expect(answer).toMatchObject({ status: 400, code: 'invalid_request', body: { errors: [{ field: 'X-Actor' }] } });
});

test('ignores X-Actor on a read', async () => {
  const { status } = await call('getTenants', { as: platform, query: { limit: '1' }, headers: { 'X-Actor': 'x'.repeat(101) } });
  expect(status).toBe(200);
});
