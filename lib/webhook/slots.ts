import type { TenantId } from '../db/key.ts';
import { setIf } from '../db/write.ts';
import type { WebhookName } from './inputs.ts';
import { type WebhookItem, webhookKey } from './webhookItem.ts';

/** Each call to a slow receiver takes one of its tenant's slots. */
const slots = ['slot_1', 'slot_2', 'slot_3', 'slot_4', 'slot_5'] as const;
/** Longer than a call can take. A crashed call frees its slot when the lease expires. */
const leaseMs = 6000;

type Slots = Partial<Record<(typeof slots)[number], string>>;
type Call<T> = () => Promise<T>;

/** Runs a call to a slow receiver if one of the tenant's slots is free; otherwise returns undefined at once. */
export async function withSlot<T>(
  tenant: TenantId,
  name: WebhookName,
  webhook: WebhookItem,
  now: Date,
  call: Call<T>,
): Promise<T | undefined> {
  const expires = new Date(now.getTime() + leaseMs).toISOString();
  const seen: Slots = webhook as Slots;
  const free = slots.filter((slot) => (seen[slot] ?? '') < now.toISOString());
  for (const slot of free) {
    const isFree = { expression: `attribute_not_exists(${slot}) OR ${slot} < :now`, values: { ':now': now.toISOString() } };
    if (!(await setIf(tenant, webhookKey(name), { [slot]: expires }, isFree))) continue;
    try {
      return await call();
    } finally {
      await setIf(tenant, webhookKey(name), { [slot]: '' }, { expression: `${slot} = :own`, values: { ':own': expires } });
    }
  }
  return undefined;
}
