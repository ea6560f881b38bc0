import * as story from '../../infra/smoke/story.ts';
import { routeOf } from '../../lib/routes.ts';
import { platform, uniqueName } from './actors.ts';
import { type Answer, call } from './call.ts';
import { aReceiver } from './receiver.ts';

/** Plays the story. Fails at the first call that does not succeed. Keeps the payloads of each operation. */
export function storyCaller(send: typeof call = call) {
  const payloads: Record<string, Answer['payload'][]> = {};
  let storeKey: string | undefined;
  const done = async (id: string, { as, check, status, title, ...options }: story.StoryCall = {}) => {
    const answer = await send(id, { as: as ?? (routeOf(id).caller === 'platform' ? platform : storeKey), ...options });
    const problem = answer.status >= 300 ? answer.text : check?.(answer.payload);
    if (problem) throw new Error(`${id}: ${problem}`);
    payloads[id] = [...(payloads[id] ?? []), answer.payload];
    return answer.payload;
  };
  const useKey = (key: string) => {
    storeKey = key;
  };
  return { call: done, need: done, useKey, payloads };
}

/** Plays the story of a store, up to its keys. Returns what further calls need. */
export async function playStory(caller: ReturnType<typeof storyCaller>) {
  const name = uniqueName();
  const store = await story.openStore(caller, { name, host: `${name}.example.com` });
  const receiver = await aReceiver({ body: { rates: [{ id: 'post', name: 'Post', price: 4 }] } });
  await story.addProduct(caller);
  await story.setHours(caller);
  await story.setWebhooks(caller, receiver.url);
  const user = await story.addUser(caller);
  const order = await story.placeOrder(caller);
  const delivery = await story.redeliver(caller, receiver.url);
  for (const chapter of [story.payOrder, story.shipOrder]) await chapter(caller, order);
  await story.changeOrders(caller);
  await story.manageKeys(caller);
  return { name, store, receiver, user, order, delivery };
}
