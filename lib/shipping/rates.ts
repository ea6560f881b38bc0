import { createHash } from 'node:crypto';
import { type Cart, priceCart } from '../cart/cart.ts';
import { loadShop } from '../cart/shop.ts';
import type { TenantId } from '../db/key.ts';
import { type Address, wholeAddress } from '../values/address.ts';
import { timeId } from '../values/id.ts';
import { isBackingOff, recordFailure, recordSlowAnswer, recordSuccess } from '../webhook/breaker.ts';
import { sendEvent } from '../webhook/send.ts';
import { withSlot } from '../webhook/slots.ts';
import type { Sample } from '../webhook/testCall.ts';
import type { WebhookItem } from '../webhook/webhookItem.ts';
import { ratesIn } from './answer.ts';
import type { RatesRequest } from './inputs.ts';
import { type CachedRates, cacheAnswer, cachedAnswer } from './ratesCache.ts';
import type { Rates } from './schema.ts';

const name = 'calculate-shipping-rates';

/** Gets rates from the store's webhook, or from the cache of its earlier answers. */
export async function calculateRates(tenant: TenantId, request: RatesRequest, now: Date): Promise<Rates> {
  const destination = wholeAddress(request.destination);
  const sk = `RATES#${digest({ ...request, destination })}`;
  const { shop, more } = await loadShop<CachedRates>(tenant, request.lines, name, [sk]);
  const question = questionOf(priceCart(request, shop), destination);
  const { webhook } = shop;
  if (!webhook?.url) return none;
  const hash = digest([webhook.url, question]);
  const cached = cachedAnswer(more[0], hash, now);
  if (cached?.isFresh) return { ...cached.answer, source: 'cache' };
  const live = await ask(tenant, { ...webhook, url: webhook.url }, question, now);
  if (!live) return cached ? { ...cached.answer, source: 'stale' } : none;
  await cacheAnswer(tenant, sk, hash, live, now);
  return { ...live, source: 'live' };
}

const none: Rates = { rates: [], source: 'none', dropped: [] };

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

type Question = ReturnType<typeof questionOf>;
type Receiver = WebhookItem & { url: string };

const questionOf = ({ currency, subtotal, lines }: Cart, destination: Address) => ({
  destination,
  lines: lines.map(({ sku, name, quantity, price, weight }) => ({ sku, name, quantity, price, weight })),
  currency,
  subtotal,
});

const slowMs = 1000;
const tooSlowMs = 2000;

/** Calls the receiver once, unless it is backing off, or slow and busy. Returns undefined if there is no usable answer. */
async function ask(tenant: TenantId, webhook: Receiver, question: Question, now: Date) {
  if (isBackingOff(webhook, now)) return undefined;
  const call = () => callAndRecord(tenant, webhook, question, now);
  return webhook.slow ? withSlot(tenant, name, webhook, now, call) : call();
}

async function callAndRecord(tenant: TenantId, webhook: Receiver, question: Question, now: Date) {
  const id = `evt_${timeId(now)}`;
  const result = await sendEvent(webhook, { type: name, id, created: now.toISOString(), tenant, data: question }, now);
  const answer = result.problem === null ? ratesIn(result.body, question.currency) : undefined;
  const slow = result.duration_ms > slowMs;
  if (!answer) await recordFailure(tenant, name, webhook, new Date());
  else if (result.duration_ms > tooSlowMs) await recordSlowAnswer(tenant, name, webhook, new Date());
  else if (needsRecord(webhook, slow, now)) await recordSuccess(tenant, name, new Date(), { slow });
  return answer;
}

/** While nothing changes, a success is recorded at most once a minute. */
const needsRecord = (webhook: WebhookItem, slow: boolean, now: Date) => {
  const { failures_in_a_row = 0, slow_in_a_row = 0, rest_until = '', last_success = '' } = webhook;
  const isChange = failures_in_a_row > 0 || slow_in_a_row > 0 || rest_until !== '' || slow !== (webhook.slow ?? false);
  return isChange || last_success < new Date(now.getTime() - 60_000).toISOString();
};

const sample: Question = {
  destination: wholeAddress({ line1: '1 Sample Street', city: 'Berlin', postal_code: '10115', country: 'DE' }),
  lines: [{ sku: 'SAMPLE', name: 'Sample', quantity: 1, price: 10, weight: 500 }],
  currency: 'EUR',
  subtotal: 10,
};

export const ratesSample: Sample = {
  data: () => sample,
  answerProblem: (answer) => (ratesIn(answer, sample.currency) ? null : 'answer_has_no_rates'),
};
