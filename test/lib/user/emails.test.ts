import { expect, test } from '@jest/globals';
import { putAction } from '../../../lib/db/action.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { put } from '../../../lib/db/write.ts';
import { aStore } from '../../support/actors.ts';
import { aPerson, create, update } from '../../support/users.ts';

test('a user who changes an address that another user has claimed leaves that claim alone', async () => {
  const store = await aStore();
  const { email } = aPerson();
  const { id } = (await create(store, { email })).payload.user;
  // As if an older version had stored two users with this address.
  await put(putAction(store.tenant.id as TenantId, `EMAIL#${email}`, { holder: 'usr_other' }));
  expect((await update(store, id, { email: `new-${email}` })).status).toBe(200);
  expect(await create(store, { email })).toMatchObject({ status: 409, code: 'email_taken' });
});
