import type { TenantId } from '../db/key.ts';
import { timeId } from '../values/id.ts';
import { endBackOff, healthy } from './breaker.ts';
import type { Problem } from './callReceiver.ts';
import { wake } from './followers.ts';
import { eventType, isFollower, type WebhookName } from './inputs.ts';
import { countPerMinute } from './perMinute.ts';
import { enqueue } from './queue.ts';
import { openSecrets, sendEvent } from './send.ts';
import { webhookKey } from './webhookItem.ts';
import { getWebhookItem } from './webhookSettings.ts';

type Result = { ok: boolean; status: number | null; duration_ms: number; problem: Problem | null };

/** The sample sent by a test, and the check of the response. */
export type Sample = { data: (now: Date) => object; responseProblem: (response: string) => Problem | null };

/** Sends a signed sample, marked as a test. A success ends a back-off, or lets a follower go on. A failure changes nothing. */
export async function sendTest(tenant: TenantId, name: WebhookName, sample: Sample, now: Date): Promise<Result> {
  const webhook = await getWebhookItem(tenant, name);
  const { url } = webhook;
  if (!url) return { ok: false, status: null, duration_ms: 0, problem: 'no_url' };
  await countPerMinute(tenant, name, 'tests', now);
  const secrets = await openSecrets(tenant, name, webhook, now);
  const event = { type: eventType(name), id: `evt_${timeId(now)}`, created: now.toISOString(), tenant, test: true as const };
  const { status, duration_ms, body, ...call } = await sendEvent({ url, secrets }, { ...event, data: sample.data(now) }, now);
  const problem = call.problem ?? sample.responseProblem(body);
  if (problem === null) await resume(tenant, name, new Date());
  return { ok: problem === null, status, duration_ms, problem };
}

/** Ends a back-off, and sends what waits. */
async function resume(tenant: TenantId, name: WebhookName, now: Date): Promise<void> {
  const success = { ...healthy, last_success: now.toISOString() };
  if (isFollower(name)) return wake(tenant, name, success, now);
  const ended = await endBackOff(tenant, name, now, success);
  if (ended && name === 'confirm-order') await enqueue(tenant, webhookKey(name));
}
