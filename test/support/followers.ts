import type { TenantId } from '../../lib/db/key.ts';
import { loadChanged } from '../../lib/order/orderChanged.ts';
import { follow } from '../../lib/webhook/follow.ts';
import type { FollowerName } from '../../lib/webhook/inputs.ts';
import { aStore, type Store } from './actors.ts';
import { asFunction } from './asFunction.ts';
import { type Answer, call } from './call.ts';
import { aProduct } from './orders.ts';
import { aReceiver, type ReceiverAnswer } from './receiver.ts';

const name = 'order-changed';

/** Creates, changes or removes a follower. */
export const setFollower = ({ key }: Pick<Store, 'key'>, body: object, of: FollowerName = name): Promise<Answer> =>
  call('changeWebhook', { as: key, params: { name: of }, body });

/** A store with a receiver that follows its orders. */
export async function aFollowedStore(...answers: ReceiverAnswer[]) {
  const store = await aStore();
  const receiver = await aReceiver(...answers);
  const sku = await aProduct(store);
  await setFollower(store, { url: receiver.url });
  return { ...store, receiver, sku };
}
export type FollowedStore = Awaited<ReturnType<typeof aFollowedStore>>;

/** Runs a follower, as a message from the queue would. */
export const runFollower = ({ tenant }: Pick<Store, 'tenant'>, of: FollowerName = name) =>
  asFunction('follow', () => follow(tenant.id as TenantId, `WEBHOOK#${of}`, loadChanged));
