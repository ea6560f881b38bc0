import { createHash } from 'node:crypto';
import { loadShop, type Shop } from '../cart/shop.ts';
import { replace } from '../db/action.ts';
import type { TenantId } from '../db/key.ts';
import { put } from '../db/put.ts';
import { log } from '../log.ts';
import { checkLines } from '../order/newOrder.ts';
import type { StoredProduct } from '../product/schema.ts';
import type { Body } from '../route.ts';
import { wholeAddress } from '../values/address.ts';
import { timeId } from '../values/id.ts';
import { major, minor } from '../values/money.ts';
import { isResting, recordFailure, recordSuccess } from '../webhook/breaker.ts';
import type { WebhookItem } from '../webhook/schema.ts';
import { sendEvent } from '../webhook/send.ts';
import { ratesIn } from './answer.ts';
import type { calculateRates as calculateRow } from './routes.ts';
import type { Rates } from './schema.ts';

type Asked = Body<ReturnType<typeof calculateRow>>;
type Question = ReturnType<typeof questionOf>;
/** The last answer to a question; TTL ends it. */
type Known = { question: string; json: string; at: string };

const name = 'calculate-shipping-rates';
const fresh = 15 * 60_000;
const usable = 24 * 3600_000;

/** Asks the store's webhook for rates, or answers with what it said to the same question before. */
export async function calculateRates(tenant: TenantId, asked: Asked, now: Date): Promise<Rates> {
  const sk = `RATES#${digest({ ...asked, destination: wholeAddress(asked.destination) })}`;
  const { shop, more } = await loadShop<Known>(tenant, asked.lines, name, [sk]);
  checkLines(asked, shop);
  const { webhook } = shop;
  if (!webhook?.url) return nothing;
  const question = questionOf(asked, shop);
  const asWhole = digest([webhook.url, question]);
  const known = more[0]?.question === asWhole ? more[0] : undefined;
  const age = known ? now.getTime() - Date.parse(known.at) : Number.POSITIVE_INFINITY;
  if (known && age < fresh) return answerOf(JSON.parse(known.json), 'cache');
  const live = await ask(tenant, { ...webhook, url: webhook.url }, question, now);
  if (live) {
    await remember(tenant, sk, { question: asWhole, json: JSON.stringify(live), at: now.toISOString() }, now);
    return answerOf(live, 'live');
  }
  return known && age < usable ? answerOf(JSON.parse(known.json), 'stale') : nothing;
}

const nothing: Rates = { rates: [], source: 'none', dropped: [] };

const answerOf = ({ rates, dropped }: Pick<Rates, 'rates' | 'dropped'>, source: Rates['source']): Rates => ({
  rates,
  source,
  dropped,
});

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** What the receiver is told, with the products as they are now. */
function questionOf(asked: Asked, shop: Pick<Shop, 'currency' | 'products'>) {
  const currency = asked.currency ?? shop.currency;
  const lines = asked.lines.map(({ sku, quantity, ...given }) => {
    const product = shop.products.get(sku) as StoredProduct;
    return { sku, name: product.name, quantity, price: given.price ?? product.price, weight: product.weight };
  });
  const subtotal = lines.reduce((sum, { quantity, price }) => sum + quantity * (minor(price, currency) as number), 0);
  return { destination: wholeAddress(asked.destination), lines, currency, subtotal: major(subtotal, currency) };
}

/** One attempt, unless the receiver is being left alone; undefined where no answer came of it. */
async function ask(tenant: TenantId, webhook: WebhookItem & { url: string }, question: Question, now: Date) {
  if (isResting(webhook, now)) return undefined;
  const id = `evt_${timeId(now)}`;
  const called = await sendEvent(webhook, { type: name, id, created: now.toISOString(), tenant, data: question }, now);
  const answer = called.problem === null ? ratesIn(called.body, question.currency) : undefined;
  if (!answer) await recordFailure(tenant, name, webhook, new Date());
  else if (isNews(webhook, now)) await recordSuccess(tenant, name, new Date());
  return answer;
}

/** That all is well is written once a minute, not at every question. */
const isNews = ({ failures_in_a_row = 0, rest_until = '', last_success = '' }: WebhookItem, now: Date) =>
  failures_in_a_row > 0 || rest_until !== '' || last_success < new Date(now.getTime() - 60_000).toISOString();

/** Remembering is a courtesy: that it fails takes no rates from who has asked. */
async function remember(tenant: TenantId, sk: string, known: Known, now: Date) {
  const expires_at = Math.floor((now.getTime() + usable) / 1000);
  await put(replace(tenant, sk, { ...known, expires_at })).catch((error: Error) => {
    log('warn', { message: 'the rates were not remembered', tenant, cause: error.name });
  });
}
