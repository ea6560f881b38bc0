import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { set } from '../../../lib/db/write.ts';
import { deliveryKey } from '../../../lib/webhook/delivery.ts';
import { upgradeDeliveries } from '../../../lib/webhook/upgrade.ts';
import { aStore } from '../../support/actors.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf } from '../../support/database.ts';
import { writeDeliveries } from '../../support/table.ts';
import { setUrl } from '../../support/webhooks.ts';

const clocks = fakeClocks();
const settings = 'WEBHOOK#confirm-order';

async function aStoreWithWebhook() {
  const store = await aStore();
  await setUrl(store, 'https://shop.example.com/hooks');
  const tenant = store.tenant.id as TenantId;
  await set(tenant, settings, { due: undefined, due_shard: undefined, looked: true });
  const webhook = async () => (await itemsOf(store, settings))[0] as Record<string, unknown>;
  return { store, tenant, webhook };
}

test('parks waiting deliveries, and checks them even if an earlier upgrade was interrupted', async () => {
  const { store, tenant, webhook } = await aStoreWithWebhook();
  const [first = '', second = ''] = await writeDeliveries(tenant, '1001', 2, { state: 'waiting', shard: 'DUE#1' });
  const began = new Date().toISOString();
  clocks.advance(60);
  const restarted = new Date().toISOString();
  await set(tenant, second, { restarted });
  clocks.advance(60);
  expect(await upgradeDeliveries(tenant)).toBe(2);
  const parked = { state: 'waiting', due_shard: `REST#${tenant}` };
  expect(await itemsOf(store, 'DELIVERY#')).toMatchObject([
    { sk: first, ...parked, due: began },
    { sk: second, ...parked, due: restarted },
  ]);
  expect(await webhook()).toMatchObject({ due: new Date().toISOString(), looked: false });
  await set(tenant, settings, { due: undefined, due_shard: undefined, looked: true });
  clocks.advance(60);
  expect(await upgradeDeliveries(tenant)).toBe(0);
  expect(await webhook()).toMatchObject({ due: new Date().toISOString(), looked: false });
});

test('leaves other deliveries alone, and reads all of them', async () => {
  const { store, tenant, webhook } = await aStoreWithWebhook();
  await writeDeliveries(tenant, '1001', 120);
  const before = await itemsOf(store, 'DELIVERY#');
  expect(await upgradeDeliveries(tenant)).toBe(0);
  expect(await itemsOf(store, 'DELIVERY#')).toEqual(before);
  expect(await webhook()).not.toHaveProperty('due');
  const last = before.at(-1) as { id: string };
  await set(tenant, deliveryKey(last.id), { state: 'waiting' });
  expect(await upgradeDeliveries(tenant)).toBe(1);
});
