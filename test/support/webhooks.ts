import { Webhook as Verifier } from 'standardwebhooks';
import { documentChecks } from '../../apps/reference/openapi/documentChecks.ts';
import type { TenantId } from '../../lib/db/key.ts';
import { confirmOrder } from '../../lib/order/confirmOrder.ts';
import { deliver } from '../../lib/webhook/deliver.ts';
import { deliveryKey } from '../../lib/webhook/delivery.ts';
import type { WebhookName } from '../../lib/webhook/inputs.ts';
import { releaseParked } from '../../lib/webhook/parked.ts';
import type { Delivery, Webhook } from '../../lib/webhook/schema.ts';
import { aStore, type Store } from './actors.ts';
import { asFunction } from './asFunction.ts';
import { type Answer, type As, call, overHttp } from './call.ts';
import { itemsOf } from './database.ts';
import { aProduct, place } from './orders.ts';
import { aReceiver, type Received, type Receiver, type ReceiverAnswer, until } from './receiver.ts';
import { writeDeliveries } from './table.ts';
import { walk } from './walk.ts';

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

export const redeliverAll = ({ key }: As, body: object): Promise<Answer> =>
  call('redeliverAll', { as: key, params: { name }, body });

/** A store with its own receiver that confirms orders. */
export async function aWebhookStore(...answers: ReceiverAnswer[]) {
  const store = await aStore();
  const receiver = await aReceiver(...answers);
  const secret = await newSecret(store);
  await setUrl(store, receiver.url);
  return { ...store, receiver, secret, sku: await aProduct(store) };
}
export type WebhookStore = Store & { receiver: Receiver; secret: string; sku: string };

export const resumeDeliveries = ({ tenant }: WebhookStore) =>
  asFunction('deliver', () => releaseParked(tenant.id as TenantId, 'WEBHOOK#confirm-order'));

/** Sets the URL again and resumes the waiting deliveries. */
export async function setUrlAndResume(store: WebhookStore) {
  await setUrl(store, store.receiver.url);
  await resumeDeliveries(store);
}

/** Places an order for the store's product, and returns its number. */
export async function placeOne(store: As & { sku: string }, given: object = {}): Promise<string> {
  const { payload } = await place(store, { lines: [{ sku: store.sku, quantity: 1 }], ...given });
  return payload.orders.number;
}

/** Verifies the signature with an independent library, and the event against the API document. */
export function verify(secret: string, { text, headers }: Received) {
  const event = new Verifier(secret).verify(text, headers) as { type: string };
  documentChecks().event(event);
  return event;
}

const msUntilDue = ({ due }: Delivery) => (due === null ? Number.POSITIVE_INFINITY : Date.parse(due) - Date.now());
const isDue = (delivery: Delivery) => msUntilDue(delivery) <= 0;
/** A claim lasts a minute. No wait in the schedule is between 40 s and a minute. */
const isClaimed = (delivery: Delivery) => msUntilDue(delivery) > 40_000 && msUntilDue(delivery) <= 60_000;

/** Attempts every due delivery: directly, or by waiting for a running service. */
export async function deliverDue(store: Store): Promise<Delivery[]> {
  const found = async (wanted: (delivery: Delivery) => boolean) => (await deliveriesOf(store)).filter(wanted);
  if (overHttp) await until(async () => (await found((each) => isDue(each) || isClaimed(each))).length === 0);
  else for (const delivery of await found(isDue)) await runDelivery(store, delivery);
  return deliveriesOf(store);
}

/** Runs one delivery, as a message from the queue would. */
export const runDelivery = (store: Pick<Store, 'tenant'>, { id }: Pick<Delivery, 'id'>) =>
  asFunction('deliver', () => deliver(store.tenant.id as TenantId, deliveryKey(id), confirmOrder));

/** The only delivery of a store. */
export async function onlyDelivery(store: As): Promise<Delivery> {
  const [delivery, ...more] = await deliveriesOf(store);
  if (!delivery || more.length > 0) throw new Error(`there are ${more.length + (delivery ? 1 : 0)} deliveries, not one`);
  return delivery;
}

export const deliveryOf = async (store: As, { id }: Pick<Delivery, 'id'>): Promise<Delivery> =>
  (await deliveriesOf(store)).find((each) => each.id === id) as Delivery;

/** A store with its own receiver that confirms orders, and the delivery of one order. */
export async function aDelivery(...answers: ReceiverAnswer[]) {
  const store = await aWebhookStore(...answers);
  const number = await placeOne(store);
  return { store, number, delivery: await onlyDelivery(store) };
}

/** Places this many orders, and returns their deliveries, oldest first. */
export async function placeMany(store: WebhookStore, count: number): Promise<Delivery[]> {
  for (let i = 0; i < count; i++) await placeOne(store);
  return (await deliveriesOf(store)).toReversed();
}

/** A store whose receiver has failed five times in a minute, and spare deliveries that are due but not yet attempted. */
export async function aRestingStore(spare = 3) {
  const store = await aWebhookStore(500);
  await writeDeliveries(store.tenant.id as TenantId, await placeOne(store), 4 + spare);
  const deliveries = (await deliveriesOf(store)).toReversed();
  for (const delivery of deliveries.slice(0, 5)) await runDelivery(store, delivery);
  return { store, spare: deliveries.slice(5) as [Delivery, Delivery, Delivery, ...Delivery[]] };
}

/** A store with one delivered event, and failed ones of the same order. */
export async function aStoreWithFailed(count: number): Promise<WebhookStore> {
  const store = await aWebhookStore();
  const order = await placeOne(store);
  await runDelivery(store, await onlyDelivery(store));
  store.receiver.received.length = 0;
  await writeDeliveries(store.tenant.id as TenantId, order, count, { state: 'failed' });
  return store;
}

/** The IDs of the deliveries that are stored in a state, oldest first. */
export async function idsIn(store: Pick<Store, 'tenant'>, state: Delivery['state']): Promise<string[]> {
  const items = await itemsOf(store, 'DELIVERY#');
  return items.flatMap((item) => (item.state === state ? [String(item.id)] : [])).toSorted();
}
