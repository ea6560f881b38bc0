import { expect, test } from '@jest/globals';
import type { Entry } from '../../../lib/audit/schema.ts';
import { commandAuthor, findPlatformKeys, issuePlatformKey, revokePlatformKey } from '../../../lib/key/platformKeys.ts';
import { platform, uniqueName } from '../../support/actors.ts';
import { walk } from '../../support/walk.ts';

const author = commandAuthor('revokePlatformKey', 'arn:aws:iam::1:user/ada');
const issue = (label: string) => issuePlatformKey({ label, expires: null }, 'arn:aws:iam::1:user/ada', new Date());

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
  expect(JSON.stringify(entries)).not.toContain(secret.slice(34, -8));
  expect(JSON.stringify(entries)).not.toContain(key.hash);
});
