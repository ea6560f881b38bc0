import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { set } from '../../../lib/db/write.ts';
import type { Key } from '../../../lib/key/schema.ts';
import { keySortKey } from '../../../lib/key/storedKey.ts';
import { aTenant, platform } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { issue, keysOf, revoke } from '../../support/keys.ts';

test('a tenant has at most 100 active keys; expired and revoked keys do not count', async () => {
  const { id } = await aTenant();
  const headers = { 'Idempotency-Key': 'the-last' };
  await call('issueKey', { as: platform, params: { id }, headers });
  for (let i = 0; i < 9; i++)
    await Promise.all(Array.from({ length: 11 }, () => issue(id, { expires: '2999-01-01T00:00:00Z' })));
  const rejected = await issue(id);
  expect(rejected).toMatchObject({ status: 409, code: 'too_many_keys', body: { max: 100 } });
  expect(rejected.body.description).toMatch(/100 active keys/);
  expect(await call('issueKey', { as: platform, params: { id }, headers })).toMatchObject({ status: 201 });
  const [first, second] = (await keysOf(id)) as [Key, Key];
  await revoke(id, first.id);
  expect((await issue(id)).status).toBe(201);
  expect((await issue(id)).status).toBe(409);
  await set(id as TenantId, keySortKey(second.id), { expires: '2020-01-01T00:00:00.000Z' });
  expect((await issue(id)).status).toBe(201);
});
