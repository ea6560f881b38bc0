import { expect, test } from '@jest/globals';
import type { Entry } from '../../../lib/audit/schema.ts';
import { commandAuthor, findPlatformKeys, issuePlatformKey, revokePlatformKey } from '../../../lib/key/platformKeys.ts';
import { platform, uniqueName } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { walk } from '../../support/walk.ts';

const author = commandAuthor('revokePlatformKey', 'arn:aws:iam::1:user/ada');
const issue = (label: string) => issuePlatformKey({ label, expires: null }, 'arn:aws:iam::1:user/ada', new Date());

test('a platform key is revoked once, and keeps the time of the revocation', async () => {
  const { key, secret } = await issue('cashier');
  const first = new Date('2026-01-01T00:00:00Z');
  expect(await revokePlatformKey(key.id, author, first)).toMatchObject({ id: key.id, revoked: first.toISOString() });
  await expect(revokePlatformKey(key.id, author, new Date())).rejects.toMatchObject({ code: 'not_found' });
  const found = (await findPlatformKeys()).find(({ id }) => id === key.id);
  expect(found).toMatchObject({ label: 'cashier', revoked: first.toISOString() });
  expect((await call('testKey', { as: secret })).status).toBe(401);
});

test.each(['key_0123456789abcdefghjkmnpqrs', 'nonsense', ''])('revoking the unknown key %j creates nothing', async (id) => {
  await expect(revokePlatformKey(id, author, new Date())).rejects.toMatchObject({ code: 'not_found' });
  expect((await findPlatformKeys()).map((key) => key.id)).not.toContain(id);
});

test('issuing and revoking each add an entry with the principal and without a tenant', async () => {
  const label = uniqueName('audited');
  const { key, secret } = await issue(label);
  await revokePlatformKey(key.id, author, new Date());
  const entries = ((await walk('getAudit', { as: platform })) as Entry[]).filter(
    ({ before, after }) => before.label === label || after.label === label,
  );
  const common = { tenant: null, key: null, request_id: null, actor: 'arn:aws:iam::1:user/ada', address: null };
  expect(entries).toMatchObject([
    { ...common, operation: 'revokePlatformKey', before: { id: key.id }, after: {} },
    { ...common, operation: 'issuePlatformKey', before: {}, after: { id: key.id, expires: null } },
  ]);
  expect(JSON.stringify(entries)).not.toContain(secret.slice(34, -6));
  expect(JSON.stringify(entries)).not.toContain(key.hash);
});
