import { expect, test } from '@jest/globals';
import { issuePlatformKey, listPlatformKeys, revokePlatformKey } from '../../../lib/key/platformKeys.ts';
import { call } from '../../support/call.ts';

test('a platform key is revoked once, and keeps the time of the revocation', async () => {
  const { key, secret } = await issuePlatformKey('cashier', null, new Date());
  const first = new Date('2026-01-01T00:00:00Z');
  expect(await revokePlatformKey(key.id, first)).toMatchObject({ id: key.id, revoked: first.toISOString() });
  await expect(revokePlatformKey(key.id, new Date())).rejects.toMatchObject({ code: 'not_found' });
  const found = (await listPlatformKeys()).find(({ id }) => id === key.id);
  expect(found).toMatchObject({ label: 'cashier', revoked: first.toISOString() });
  expect((await call('testKey', { as: secret })).status).toBe(401);
});

test.each(['key_0123456789abcdefghjkmnpqrs', 'nonsense', ''])('revoking the unknown key %j creates nothing', async (id) => {
  await expect(revokePlatformKey(id, new Date())).rejects.toMatchObject({ code: 'not_found' });
  expect((await listPlatformKeys()).map((key) => key.id)).not.toContain(id);
});
