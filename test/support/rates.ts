import { aStore, type Store } from './actors.ts';
import { type Answer, call } from './call.ts';
import { aProduct } from './orders.ts';
import { aReceiver, type ReceiverAnswer } from './receiver.ts';
import { newSecret, setUrl } from './webhooks.ts';

export const name = 'calculate-shipping-rates';
export const destination = { line1: 'Straße 1', city: 'Köln', postal_code: '50667', country: 'DE' };
export const post = { id: 'post', name: 'Post', price: 4.9 };
export const postRate = { ...post, currency: 'EUR', description: null, min_days: null, max_days: null };
export const postAnswer: ReceiverAnswer = { body: { rates: [post] } };

/** A store with its own receiver that calculates rates. */
export async function aRatesStore(...answers: ReceiverAnswer[]) {
  const store = await aStore();
  const receiver = await aReceiver(...answers);
  const secret = await newSecret(store, name);
  await setUrl(store, receiver.url, name);
  return { ...store, receiver, secret, sku: await aProduct(store, { name: 'Green tea', price: 4.35, weight: 100 }) };
}

type RatesCaller = Pick<Store, 'key'> & { sku: string };

export const ratesRequest = ({ sku }: Pick<RatesCaller, 'sku'>, given: object = {}) => ({
  destination,
  lines: [{ sku, quantity: 3 }],
  ...given,
});

/** Calculates the rates for three units of the store's product, unless lines are given. */
export const askRates = (store: RatesCaller, given?: object): Promise<Answer> =>
  call('calculateRates', { as: store.key, body: ratesRequest(store, given) });

/** Sends these requests one after another, and returns the source of each response. */
export async function sourcesOf(store: RatesCaller, ...requests: object[]): Promise<string[]> {
  const sources: string[] = [];
  for (const given of requests) sources.push((await askRates(store, given)).payload.source);
  return sources;
}
