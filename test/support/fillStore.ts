import * as story from '../../infra/smoke/story.ts';
import { urlOf } from '../../lib/api/route.ts';
import { routeOf } from '../../lib/routes.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses of any version of the service
type Payload = any;

/** Fills a service of any version with the store of the story, which also sells TEA. Returns its key. */
export async function fillStore(url: string, platformKey: string, name: string, receiverUrl: string): Promise<string> {
  let storeKey = '';
  const need = (id: string, given: story.StoryCall = {}): Promise<Payload> => {
    const { method, path, caller: kind } = routeOf(id);
    const api = caller(url, given.as ?? (kind === 'platform' ? platformKey : storeKey));
    return api(method, urlOf(path, given), given.body);
  };
  // An earlier version may lack an operation.
  const call = (id: string, options?: story.StoryCall) =>
    need(id, options).catch((error: Error) => {
      if (!/failed with 40[45]/.test(error.message)) throw error;
    });
  const useKey = (key: string) => {
    storeKey = key;
  };
  const player = { call, need, useKey };
  await story.openStore(player, { name, host: `${name}.example.com` });
  await story.addProduct(player);
  await need('putProduct', { params: { sku: 'TEA' }, body: { name: 'Tea', price: 10, stock: 20 } });
  await story.setHours(player);
  await story.setWebhooks(player, receiverUrl);
  await story.addUser(player);
  const order = await story.placeOrder(player);
  for (const chapter of [story.payOrder, story.shipOrder]) await chapter(player, order);
  await story.changeOrders(player);
  await story.manageKeys(player);
  return storeKey;
}

export function caller(url: string, key: string) {
  return async (method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<Payload> => {
    const headers = {
      'X-API-KEY': key,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    };
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const response = await fetch(url + path, { method, headers, ...sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${text}`);
    return JSON.parse(text).payload;
  };
}
