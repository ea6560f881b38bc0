import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { owe } from '../../support/table.ts';
import { aHookedStore, deliveriesOf, placed, verify } from '../../support/webhooks.ts';

test('what is due and nobody rang for, the schedule finds within its minute, and it is delivered', async () => {
  const store = await aHookedStore();
  const number = await placed(store);
  await store.receiver.calls(1);
  const [sk] = await owe(store.tenant.id as TenantId, number, 1);
  const [, late] = await store.receiver.calls(2, 100);
  expect(verify(store.secret, late as NonNullable<typeof late>)).toMatchObject({ type: 'confirm-order' });
  expect(sk).toContain(late?.headers['webhook-id']?.slice('evt_'.length));
  expect(await deliveriesOf(store)).toHaveLength(2);
}, 120_000);
