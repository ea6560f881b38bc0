import type { TenantId } from '../db/key.ts';
import { partition, queryPage } from '../db/query.ts';
import { find } from '../db/read.ts';
import { setIf } from '../db/write.ts';
import { timeIdAt } from '../values/id.ts';
import { deliveryKey, dueAt, keptMs } from './delivery.ts';
import { enqueue } from './queue.ts';
import type { DeliveryItem, WebhookItem } from './webhookItem.ts';

/** Well within the time that the function has. */
const maxRunMs = 20_000;

/** Makes due what has waited for a URL. It is asked for by the webhook's own due time, which it removes when all is done. */
export async function resume(tenant: TenantId, sk: string): Promise<void> {
  const now = new Date();
  const webhook = await find<WebhookItem & { due?: string }>(tenant, sk);
  if (!webhook?.due || webhook.due > now.toISOString()) return;
  const end = performance.now() + maxRunMs;
  const source = partition<DeliveryItem>(tenant, 'DELIVERY#', 'ascending', { low: timeIdAt(now.getTime() - keptMs) });
  for (let after: string | undefined, more = true; more; more = after !== undefined) {
    const { items, last } = await queryPage(source, after, 200);
    for (const { id, state } of items) {
      if (performance.now() > end) return;
      if (state === 'waiting') await wake(tenant, id, now);
    }
    after = last;
  }
  const seen = { expression: '#due = :seen', values: { ':seen': webhook.due } };
  await setIf(tenant, sk, { due: undefined, due_shard: undefined }, seen);
}

async function wake(tenant: TenantId, id: string, now: Date) {
  const waiting = { expression: '#state = :waiting', values: { ':waiting': 'waiting' } };
  await setIf(tenant, deliveryKey(id), { state: 'pending', ...dueAt(tenant, now) }, waiting);
  await enqueue(tenant, deliveryKey(id));
}
