import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId } from '../db/key.ts';
import { findEach } from '../db/read.ts';
import { setIf } from '../db/write.ts';
import type { WebhookName } from './inputs.ts';
import { type WebhookItem, webhookKey } from './webhookItem.ts';

/** Each call for shipping rates takes one of its tenant's slots, because it occupies a function that all tenants share. */
const slots = ['slot_1', 'slot_2', 'slot_3', 'slot_4', 'slot_5'] as const;
/** Longer than taking a slot and the call itself can take. A crashed call frees its slot when the lease expires. */
const leaseMs = 10_000;

export type Slot = { name: (typeof slots)[number]; expires: string };

/** How long a call waits for a slot of a receiver that answers quickly, so that a rush loses no rates. */
const pausesMs = [100, 250];
const quickMs = 1000;

/** Takes a slot. Returns undefined if all are taken; calls of a quick receiver wait a moment first. */
export async function takeSlot(tenant: TenantId, name: WebhookName, webhook: WebhookItem): Promise<Slot | undefined> {
  let current: WebhookItem | undefined = webhook;
  const isQuick = (webhook.last_duration_ms ?? 0) <= quickMs;
  for (const pause of isQuick ? [...pausesMs, 0] : [0]) {
    const slot = current && (await tryTakeSlot(tenant, name, current));
    if (slot || pause === 0) return slot;
    await sleep(pause * (0.5 + Math.random()));
    // A batch, because the role of the function allows no other read.
    [current] = await findEach<[WebhookItem]>(tenant, webhookKey(name));
  }
  return undefined;
}

async function tryTakeSlot(tenant: TenantId, name: WebhookName, webhook: WebhookItem): Promise<Slot | undefined> {
  const now = new Date();
  const expires = new Date(now.getTime() + leaseMs).toISOString();
  const free = slots.filter((slot) => (webhook[slot] ?? '') < now.toISOString());
  for (const slot of free) {
    const isFree = { expression: `attribute_not_exists(${slot}) OR ${slot} < :now`, values: { ':now': now.toISOString() } };
    if (await setIf(tenant, webhookKey(name), { [slot]: expires }, isFree)) return { name: slot, expires };
  }
  return undefined;
}

/** The values that free a slot after a call of this length. After its lease it may be another call's. */
export const freed = ({ name, expires }: Slot, last_duration_ms: number, now: Date): Partial<WebhookItem> =>
  now.toISOString() < expires ? { [name]: '', last_duration_ms } : { last_duration_ms };

export const freeSlot = (tenant: TenantId, name: WebhookName, slot: Slot, last_duration_ms: number): Promise<boolean> =>
  setIf(
    tenant,
    webhookKey(name),
    { [slot.name]: '', last_duration_ms },
    { expression: `${slot.name} = :own`, values: { ':own': slot.expires } },
  );
