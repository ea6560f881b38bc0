import type { TenantId } from './key.ts';
import { find } from './read.ts';
import { upsert } from './write.ts';

const minuteMs = 60_000;
/** A store with fewer changes a minute in every instance cannot make its partition lag. */
const busy = 60;

let counts: { minute: number; byTenant: Map<TenantId, number> } = { minute: 0, byTenant: new Map() };

const minuteOf = (now: Date) => Math.floor(now.getTime() / minuteMs);
const busiest = ['QUOTA#BUSIEST', 'WINDOW#'] as const;

/**
 * Counts a change of an order. An instance that has seen many in a minute notes their number by tenant. Doubling the step keeps that
 * to a few writes a minute.
 */
export async function countChange(tenant: TenantId, now: Date): Promise<unknown> {
  if (!process.env.STAGE) return;
  const minute = minuteOf(now);
  if (counts.minute !== minute) counts = { minute, byTenant: new Map() };
  const changes = (counts.byTenant.get(tenant) ?? 0) + 1;
  counts.byTenant.set(tenant, changes);
  if (changes < busy || !Number.isInteger(Math.log2(changes / busy))) return;
  return upsert(busiest[0], busiest[1] + minute, { [tenant]: changes, expires_at: (minute + 3) * 60 });
}

/** The tenant with the highest number of the last whole minute. Of several instances, the one that noted last counts. */
export async function findBusiest(now: Date): Promise<TenantId | undefined> {
  const noted = await find<Record<string, number>>(busiest[0], busiest[1] + (minuteOf(now) - 1));
  const tenants = Object.entries(noted ?? {}).filter(([name]) => name.startsWith('ten_'));
  return tenants.toSorted(([, a], [, b]) => b - a)[0]?.[0] as TenantId | undefined;
}
