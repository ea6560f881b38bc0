import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { writeDeliveries } from '../../support/table.ts';
import { aWebhookStore, deliveriesOf, placeOne, verify } from '../../support/webhooks.ts';

test('the schedule delivers a due event that has no message in the queue', async () => {
  const store = await aWebhookStore();
  const number = await placeOne(store);
  await store.receiver.calls(1);
  const [sk] = await writeDeliveries(store.tenant.id as TenantId, number, 1);
  const [, late] = await store.receiver.calls(2, 100);
  expect(verify(store.secret, late as NonNullable<typeof late>)).toMatchObject({ type: 'confirm-order' });
  expect(sk).toContain(late?.headers['webhook-id']?.slice('evt_'.length));
  expect(await deliveriesOf(store)).toHaveLength(2);
}, 120_000);
