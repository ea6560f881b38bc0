import { Webhook as Verifier } from 'standardwebhooks';
import type { TenantId } from '../../lib/db/key.ts';
import { confirmOrder } from '../../lib/order/confirmOrder.ts';
import { deliver } from '../../lib/webhook/deliver.ts';
import { deliveryKey } from '../../lib/webhook/delivery.ts';
import type { WebhookName } from '../../lib/webhook/inputs.ts';
import { releaseParked } from '../../lib/webhook/parked.ts';
import type { Delivery, Webhook } from '../../lib/webhook/schema.ts';
import { aStore, type Store } from './actors.ts';
import { type Answer, call, overHttp } from './call.ts';
import { documented } from './documented.ts';
import { aProduct, place } from './orders.ts';
import { type Answering, aReceiver, type Received, type Receiver, until } from './receiver.ts';
import { walk } from './walk.ts';

type As = Pick<Store, 'key'>;

const name = 'confirm-order';

export const setUrl = ({ key }: As, url: string | null, of: WebhookName = name): Promise<Answer> =>
  call('changeWebhook', { as: key, params: { name: of }, body: { url } });

export const webhookOf = async ({ key }: As, of: WebhookName = name): Promise<Webhook> =>
  (await call('getWebhook', { as: key, params: { name: of } })).payload.webhook;

export const newSecret = async ({ key }: As, of: WebhookName = name): Promise<string> =>
  (await call('replaceWebhookSecret', { as: key, params: { name: of } })).payload.secret;

/** Newest first. */
export const deliveriesOf = async ({ key }: As) =>
  (await walk('getDeliveries', { as: key, params: { name } })) as unknown as Delivery[];

export const redeliver = ({ key }: As, id: string): Promise<Answer> => call('redeliver', { as: key, params: { name, id } });

/** A store that asks a receiver of its own to confirm orders. */
export async function aHookedStore(...answers: Answering[]) {
  const store = await aStore();
  const receiver = await aReceiver(...answers);
  const secret = await newSecret(store);
  await setUrl(store, receiver.url);
  return { ...store, receiver, secret, sku: await aProduct(store) };
}
export type HookedStore = Store & { receiver: Receiver; secret: string; sku: string };

export const resumed = ({ tenant }: HookedStore) => releaseParked(tenant.id as TenantId, 'WEBHOOK#confirm-order');

/** Sets the URL, and lets happen what it rings for. */
export async function setAgain(store: HookedStore) {
  await setUrl(store, store.receiver.url);
  await resumed(store);
}

/** The number of a new order of the store's one product. */
export async function placed(store: As & { sku: string }, given: object = {}): Promise<string> {
  const { payload } = await place(store, { lines: [{ sku: store.sku, quantity: 1 }], ...given });
  return payload.orders.number;
}

/** Throws unless an independent library takes the call for signed with this secret, and the API document knows such a call. */
export function verify(secret: string, { text, headers }: Received) {
  const event = new Verifier(secret).verify(text, headers) as { type: string };
  documented().event(event);
  return event;
}

const dueIn = ({ due }: Delivery, now = Date.now()) => (due === null ? Number.POSITIVE_INFINITY : Date.parse(due) - now);
const isDue = (delivery: Delivery) => dueIn(delivery) <= 0;
/** A claim holds for a minute; no wait of the schedule is as long. */
const isClaimed = (delivery: Delivery) => dueIn(delivery) > 40_000 && dueIn(delivery) <= 60_000;

/** Lets happen what is due: here by hand, of a running service by waiting for it. */
export async function deliverDue(store: Store): Promise<Delivery[]> {
  const found = async (wanted: (delivery: Delivery) => boolean) => (await deliveriesOf(store)).filter(wanted);
  if (overHttp) await until(async () => (await found((each) => isDue(each) || isClaimed(each))).length === 0);
  else for (const { id } of await found(isDue)) await deliver(store.tenant.id as TenantId, deliveryKey(id), confirmOrder);
  return deliveriesOf(store);
}

/** What SQS would do: hands one event to the function that is rung for. */
export const work = (store: Pick<Store, 'tenant'>, { id }: Pick<Delivery, 'id'>) =>
  deliver(store.tenant.id as TenantId, deliveryKey(id), confirmOrder);

/** The only event of a store. */
export async function theDelivery(store: As): Promise<Delivery> {
  const [delivery, ...more] = await deliveriesOf(store);
  if (!delivery || more.length > 0) throw new Error(`there are ${more.length + (delivery ? 1 : 0)} deliveries, not one`);
  return delivery;
}

/** Events of as many new orders, longest placed first. */
export async function placeMany(store: HookedStore, count: number): Promise<Delivery[]> {
  for (let i = 0; i < count; i++) await placed(store);
  return (await deliveriesOf(store)).toReversed();
}
