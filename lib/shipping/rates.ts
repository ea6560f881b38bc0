import { createHash } from 'node:crypto';
import { logFailure } from '../api/log.ts';
import { type Cart, priceCart } from '../cart/cart.ts';
import { loadShop } from '../cart/shop.ts';
import type { TenantId } from '../db/key.ts';
import { type Address, wholeAddress } from '../values/address.ts';
import { timeId } from '../values/id.ts';
import { isBackingOff, recordFailure, recordSlowResponse, recordSuccess } from '../webhook/breaker.ts';
import { openSecrets, sendEvent } from '../webhook/send.ts';
import { freed, freeSlot, type Slot, takeSlot } from '../webhook/slots.ts';
import type { Sample } from '../webhook/testCall.ts';
import type { WebhookItem } from '../webhook/webhookItem.ts';
import type { RatesRequest } from './inputs.ts';
import { type CachedRates, cachedResponse, cacheResponse, type RatesResponse } from './ratesCache.ts';
import { ratesIn } from './ratesResponse.ts';
import type { Rates } from './schema.ts';

const name = 'calculate-shipping-rates';

/** Gets rates from the store's webhook, or from the cache of its earlier responses. */
export async function calculateRates(tenant: TenantId, request: RatesRequest, now: Date): Promise<Rates> {
  const destination = wholeAddress(request.destination);
  const sk = `RATES#${digest({ ...request, destination, currency: request.currency ?? undefined })}`;
  const { shop, more } = await loadShop<CachedRates>(tenant, request.lines, name, [sk]);
  const question = questionOf(priceCart(request, shop), destination);
  const { webhook } = shop;
  if (!webhook?.url) return none;
  const hash = digest([webhook.url, question]);
  const cached = cachedResponse(more[0], hash, now);
  if (cached?.isFresh) return { ...cached.response, source: 'cache' };
  const cache = (response: RatesResponse) => cacheResponse(tenant, sk, hash, response, now);
  const live = await ask(tenant, { ...webhook, url: webhook.url }, question, cache, now);
  if (!live) return cached ? { ...cached.response, source: 'stale' } : none;
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

const tooSlowMs = 2000;

/** Calls the receiver once, unless it is backing off or busy. Returns undefined if there is no usable response. */
async function ask(
  tenant: TenantId,
  webhook: Receiver,
  question: Question,
  cache: (response: RatesResponse) => unknown,
  now: Date,
) {
  if (isBackingOff(webhook, now)) return undefined;
  const { url } = webhook;
  const unreadable = logFailure('could not read the keys of webhooks', { tenant });
  const secrets = await openSecrets(tenant, name, webhook, now).catch(unreadable);
  if (!secrets) return undefined;
  const slot = await takeSlot(tenant, name, webhook);
  if (!slot) return undefined;
  const id = `evt_${timeId(now)}`;
  const result = await sendEvent({ url, secrets }, { type: name, id, created: now.toISOString(), tenant, data: question }, now);
  const response = result.problem === null ? ratesIn(result.body, question.currency) : undefined;
  const outcome = !response ? 'failed' : result.duration_ms > tooSlowMs ? 'slow' : 'ok';
  await Promise.all([
    recordAndFree(tenant, webhook, { ...slot, ms: result.duration_ms }, outcome),
    response && cache(response),
  ]);
  return response;
}

/** Records the receiver's health and frees the slot. A failure is only logged, since the rates are there; the lease will end. */
async function recordAndFree(
  tenant: TenantId,
  webhook: Receiver,
  slot: Slot & { ms: number },
  outcome: 'failed' | 'slow' | 'ok',
) {
  const now = new Date();
  const record = outcome === 'slow' ? recordSlowResponse : recordFailure;
  const writes =
    outcome === 'ok'
      ? [recordSuccess(tenant, name, now, freed(slot, slot.ms, now))]
      : [record(tenant, name, webhook, now), freeSlot(tenant, name, slot, slot.ms)];
  const ignore = logFailure("could not record the receiver's response", { tenant });
  await Promise.all(writes.map((write: Promise<unknown>) => write.catch(ignore)));
}

const sample: Question = {
  destination: wholeAddress({ line1: '1 Sample Street', city: 'Berlin', postal_code: '10115', country: 'DE' }),
  lines: [{ sku: 'SAMPLE', name: 'Sample', quantity: 1, price: 10, weight: 500 }],
  currency: 'EUR',
  subtotal: 10,
};

export const ratesSample: Sample = {
  data: () => sample,
  responseProblem: (response) => (ratesIn(response, sample.currency) ? null : 'answer_has_no_rates'),
};
