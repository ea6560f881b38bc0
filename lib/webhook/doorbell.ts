import { logFailure } from '../api/log.ts';
import type { TenantId } from '../db/key.ts';
import { find } from '../db/read.ts';
import type { TenantItem } from '../tenant/tenantItem.ts';
import type { FollowerName } from './inputs.ts';
import { enqueue } from './queue.ts';
import { webhookKey } from './webhookItem.ts';

/** By then, the index usually shows what was just written. */
const delaySeconds = 1;
/** A message that was sent this short a time ago is received late enough for another change. */
const pauseMs = 500;
const maxKept = 1000;

const rung = new Map<TenantId, number>();

/** Starts a tenant's followers, after an order may have changed. */
export async function ring(tenant: TenantId, followers: readonly string[]): Promise<void> {
  const now = Date.now();
  const last = rung.get(tenant) ?? 0;
  if (followers.length === 0 || (last <= now && now - last < pauseMs)) return;
  if (rung.size >= maxKept) rung.clear();
  rung.set(tenant, now);
  await Promise.all(followers.map((name) => enqueue(tenant, webhookKey(name as FollowerName), delaySeconds)));
}

/**
 * The same for code that has checked no key, and so does not know the names. A failure is harmless, because every follower runs
 * each minute.
 */
export async function ringAll(tenant: TenantId): Promise<void> {
  const account = await find<TenantItem>(tenant, 'TENANT').catch(logFailure('could not start the followers', { tenant }));
  await ring(tenant, account?.followers ?? []);
}
