import type { TenantId } from '../db/key.ts';
import { timeId } from '../values/id.ts';
import type { WebhookName } from './inputs.ts';
import { sendEvent } from './send.ts';
import { getWebhookItem } from './settings.ts';

type Result = { ok: boolean; status: number | null; duration_ms: number; problem: string | null };

/** What a noun sends to test its webhook, and what it says of the answer. */
export type Sample = { data: (now: Date) => object; answerProblem: (answer: string) => string | null };

/** Sends a signed sample now, marked as a test. It affects neither the receiver's health nor a rest. */
export async function sendTest(tenant: TenantId, name: WebhookName, sample: Sample, now: Date): Promise<Result> {
  const { url, secrets } = await getWebhookItem(tenant, name);
  if (!url) return { ok: false, status: null, duration_ms: 0, problem: 'no_url' };
  const event = { type: name, id: `evt_${timeId(now)}`, created: now.toISOString(), tenant, test: true as const };
  const { status, duration_ms, body, ...call } = await sendEvent({ url, secrets }, { ...event, data: sample.data(now) }, now);
  const problem = call.problem ?? sample.answerProblem(body);
  return { ok: problem === null, status, duration_ms, problem };
}
