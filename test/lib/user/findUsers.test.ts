import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { findUsers } from '../../../lib/user/userItem.ts';
import { aStore } from '../../support/actors.ts';

test('users are found among more IDs than one call can read', async () => {
  const { id, owner } = (await aStore()).tenant;
  const ids = [...Array.from({ length: 150 }, (_, i) => `usr_${i}`), owner.id];
  expect([...(await findUsers(id as TenantId, ids)).keys()]).toEqual([owner.id]);
});
