import { aStore, type Store } from './actors.ts';
import { type Answer, call } from './call.ts';
import { aProduct } from './orders.ts';
import { type Answering, aReceiver } from './receiver.ts';
import { newSecret, setUrl } from './webhooks.ts';

export const name = 'calculate-shipping-rates';
export const destination = { line1: 'Straße 1', city: 'Köln', postal_code: '50667', country: 'DE' };
export const post = { id: 'post', name: 'Post', price: 4.9 };
export const asPost = { ...post, currency: 'EUR', description: null, min_days: null, max_days: null };
export const posted: Answering = { body: { rates: [post] } };

/** A store whose rates a receiver of its own calculates. */
export async function aRatedStore(...answers: Answering[]) {
  const store = await aStore();
  const receiver = await aReceiver(...answers);
  const secret = await newSecret(store, name);
  await setUrl(store, receiver.url, name);
  return { ...store, receiver, secret, sku: await aProduct(store, { name: 'Green tea', price: 4.35, weight: 100 }) };
}

type Asking = Pick<Store, 'key'> & { sku: string };

export const question = ({ sku }: Pick<Asking, 'sku'>, given: object = {}) => ({
  destination,
  lines: [{ sku, quantity: 3 }],
  ...given,
});

/** Asks for rates, of three of the store's one product unless lines are given. */
export const askRates = (store: Asking, given?: object): Promise<Answer> =>
  call('calculateRates', { as: store.key, body: question(store, given) });

/** Where the answers to these questions came from, asked one after another. */
export async function sourcesOf(store: Asking, ...questions: object[]): Promise<string[]> {
  const sources: string[] = [];
  for (const given of questions) sources.push((await askRates(store, given)).payload.source);
  return sources;
}
