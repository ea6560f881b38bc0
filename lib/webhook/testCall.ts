import { rateLimited } from '../api/errors.ts';
import type { TenantId } from '../db/key.ts';
import { setIf } from '../db/write.ts';
import { timeId } from '../values/id.ts';
import { endBackOff, healthy } from './breaker.ts';
import type { WebhookName } from './inputs.ts';
import { enqueue } from './queue.ts';
import { sendEvent } from './send.ts';
import { getWebhookItem } from './settings.ts';
import { type WebhookItem, webhookKey } from './webhookItem.ts';

type Result = { ok: boolean; status: number | null; duration_ms: number; problem: string | null };

/** The sample sent by a test, and the check of the response. */
export type Sample = { data: (now: Date) => object; answerProblem: (answer: string) => string | null };

const maxTests = 10;
const windowMs = 60_000;

/** Sends a signed sample, marked as a test. A success ends a back-off. Otherwise the receiver's health stays unchanged. */
export async function sendTest(tenant: TenantId, name: WebhookName, sample: Sample, now: Date): Promise<Result> {
  const webhook = await getWebhookItem(tenant, name);
  const { url, secrets } = webhook;
  if (!url) return { ok: false, status: null, duration_ms: 0, problem: 'no_url' };
  await countTest(tenant, name, webhook, now);
  const event = { type: name, id: `evt_${timeId(now)}`, created: now.toISOString(), tenant, test: true as const };
  const { status, duration_ms, body, ...call } = await sendEvent({ url, secrets }, { ...event, data: sample.data(now) }, now);
  const problem = call.problem ?? sample.answerProblem(body);
  if (problem === null) {
    const success = { ...healthy, last_success: new Date().toISOString() };
    const ended = await endBackOff(tenant, name, new Date(), success);
    if (ended && name === 'confirm-order') await enqueue(tenant, webhookKey(name));
  }
  return { ok: problem === null, status, duration_ms, problem };
}

/** Counts test calls in windows of a minute, each starting with its first call. */
async function countTest(tenant: TenantId, name: WebhookName, { tests_since = '', tests = 0 }: WebhookItem, now: Date) {
  const isOver = !(now.getTime() - Date.parse(tests_since) < windowMs);
  const values = isOver ? { tests_since: now.toISOString(), tests: 1 } : { tests_since, tests: tests + 1 };
  if (values.tests > maxTests) {
    const seconds = Math.ceil((Date.parse(tests_since) + windowMs - now.getTime()) / 1000);
    throw rateLimited(`A webhook can be tested at most ${maxTests} times a minute.`, seconds);
  }
  const asSeen = tests_since
    ? { expression: 'tests_since = :since AND tests = :counted', values: { ':since': tests_since, ':counted': tests } }
    : { expression: 'attribute_not_exists(tests_since)' };
  if (!(await setIf(tenant, webhookKey(name), values, asSeen))) {
    throw rateLimited('Another test of this webhook started at the same moment.', 1);
  }
}
