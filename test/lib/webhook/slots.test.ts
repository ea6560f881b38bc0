import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { find } from '../../../lib/db/read.ts';
import { withSlot } from '../../../lib/webhook/slots.ts';
import { type WebhookItem, webhookKey } from '../../../lib/webhook/webhookItem.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { conflicts } from '../../support/faultKinds.ts';
import { withFaults } from '../../support/injectFault.ts';
import { aRatesStore, name } from '../../support/rates.ts';
import { until } from '../../support/receiver.ts';

const clocks = fakeClocks();

/** A webhook whose calls run until the test ends them. */
async function aSlowReceiver() {
  const tenant = (await aRatesStore()).tenant.id as TenantId;
  const load = async () => (await find<WebhookItem>(tenant, webhookKey(name))) as WebhookItem;
  const ends: (() => void)[] = [];
  const ask = (webhook: WebhookItem) =>
    withSlot(tenant, name, webhook, new Date(), async () => {
      await new Promise<void>((end) => ends.push(end));
      return 'answered';
    });
  const begin = async (seen?: WebhookItem) => (await ask(seen ?? (await load()))) ?? 'rejected';
  return { load, ends, begin };
}

/** Starts a call and waits until it is in flight. */
async function started(ends: readonly unknown[], begin: () => Promise<string>) {
  const before = ends.length;
  const result = begin();
  await until(() => ends.length > before);
  return { result };
}

test('at most five calls are in flight at once, and the sixth is rejected', async () => {
  const { begin, ends } = await aSlowReceiver();
  const calls = [];
  for (let i = 0; i < 5; i++) calls.push(await started(ends, begin));
  expect(ends).toHaveLength(5);
  expect(await begin()).toBe('rejected');
  ends[0]?.();
  expect(await calls[0]?.result).toBe('answered');
  const next = await started(ends, begin);
  expect(ends).toHaveLength(6);
  for (const end of ends) end();
  expect(await next.result).toBe('answered');
});

test('concurrent calls that see the same free slot take different slots', async () => {
  const { begin, ends, load } = await aSlowReceiver();
  const seen = await load();
  const calls = [await started(ends, () => begin(seen)), await started(ends, () => begin(seen))];
  expect(ends).toHaveLength(2);
  const slots = Object.entries(await load()).filter(([field, value]) => field.startsWith('slot_') && value !== '');
  expect(slots).toHaveLength(2);
  for (const end of ends) end();
  for (const { result } of calls) expect(await result).toBe('answered');
});

test('the slot of a crashed call is free after 6 s, and its late end does not free the slot of another call', async () => {
  const { begin, ends, load } = await aSlowReceiver();
  const late = await started(ends, begin);
  clocks.advance(6.001);
  const next = await started(ends, begin);
  expect(ends).toHaveLength(2);
  ends[0]?.();
  await late.result;
  const { slot_1, slot_2 } = (await load()) as unknown as Record<string, string>;
  expect([slot_1, slot_2].filter(Boolean)).toHaveLength(1);
  ends[1]?.();
  await next.result;
});

test('a conflict is retried when a slot is taken and when it is freed', async () => {
  const { begin, ends, load } = await aSlowReceiver();
  const plans = [1, 3].map((nth) => ({ command: 'UpdateItem', nth, fault: conflicts }));
  const { result, injected } = await withFaults(plans, async () => {
    const call = await started(ends, begin);
    ends[0]?.();
    return call.result;
  });
  expect([result, injected]).toEqual(['answered', 2]);
  expect(await load()).toMatchObject({ slot_1: '' });
});
