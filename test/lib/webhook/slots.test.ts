import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { find } from '../../../lib/db/read.ts';
import { freed, freeSlot, type Slot, takeSlot } from '../../../lib/webhook/slots.ts';
import { type WebhookItem, webhookKey } from '../../../lib/webhook/webhookItem.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { metered } from '../../support/database.ts';
import { interruptSome } from '../../support/injectFault.ts';
import { aRatesStore, name } from '../../support/rates.ts';

const clocks = fakeClocks();

async function aWebhook() {
  const tenant = (await aRatesStore()).tenant.id as TenantId;
  const load = async () => (await find<WebhookItem>(tenant, webhookKey(name))) as WebhookItem;
  const take = async (seen?: WebhookItem) => takeSlot(tenant, name, seen ?? (await load()));
  const free = (slot: Slot | undefined, ms = 20) => freeSlot(tenant, name, slot as Slot, ms);
  const takeFive = async () => [await take(), await take(), await take(), await take(), await take()];
  return { load, take, takeFive, free };
}

test('five slots can be taken, a sixth only after one is freed', async () => {
  const { take, takeFive, free } = await aWebhook();
  const taken = await takeFive();
  expect(new Set(taken.map((slot) => slot?.name)).size).toBe(5);
  expect(await take()).toBeUndefined();
  await free(taken[2]);
  expect(await take()).toMatchObject({ name: taken[2]?.name });
});

test('a call waits a moment for a slot, so that a rush to a quick receiver loses nothing', async () => {
  const { load, take, takeFive, free } = await aWebhook();
  const taken = await takeFive();
  const seen = await load();
  const slot = await interruptSome(() => take(seen), [() => free(taken[3])]);
  expect(slot).toMatchObject({ name: taken[3]?.name });
});

test('a call waits twice for a slot, then gives up', async () => {
  const { take, takeFive } = await aWebhook();
  await takeFive();
  // One read is the test's own.
  expect(await metered(() => take())).toMatchObject({ result: undefined, calls: 3 });
});

test('a call of a receiver that took its time waits for no slot', async () => {
  const { take, takeFive, free } = await aWebhook();
  await free(await take(), 1001);
  const taken = await takeFive();
  // Only the test's own read.
  expect(await metered(() => take())).toMatchObject({ result: undefined, calls: 1 });
  await free(taken[0], 1000);
  for (const slot of taken.slice(1)) await free(slot, 1000);
  expect(await take()).toBeDefined();
});

test('thirty concurrent calls that see five free slots take five', async () => {
  const { take, load } = await aWebhook();
  const seen = await load();
  const taken = await Promise.all(Array.from({ length: 30 }, () => take(seen)));
  expect(taken.filter(Boolean)).toHaveLength(5);
});

test('the slot of a crashed call is free after 10 s, and its late end does not free the slot of another call', async () => {
  const { take, free, load } = await aWebhook();
  const crashed = (await take()) as Slot;
  for (let i = 0; i < 4; i++) await take();
  clocks.advance(10);
  expect(await take()).toBeUndefined();
  expect(freed(crashed, 12_000, new Date())).toEqual({ last_duration_ms: 12_000 });
  const inTime = { ...crashed, expires: '9' };
  expect(freed(inTime, 700, new Date())).toEqual({ [crashed.name]: '', last_duration_ms: 700 });
  clocks.advance(0.001);
  await take({ ...(await load()), slot_1: '9', slot_2: '9', slot_3: '9', slot_4: '9', slot_5: '9', [crashed.name]: '' });
  const before = await load();
  await free(crashed);
  expect(await load()).toEqual(before);
});
