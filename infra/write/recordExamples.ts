import type { Examples } from '../../apps/reference/openapi/examples.ts';
import type { TenantId } from '../../lib/db/key.ts';
import { issuePlatformKey } from '../../lib/key/platformKeys.ts';
import { confirmOrder } from '../../lib/order/confirmOrder.ts';
import { loadChanged } from '../../lib/order/orderChanged.ts';
import { routes } from '../../lib/routes.ts';
import { deliver } from '../../lib/webhook/deliver.ts';
import { deliveryKey } from '../../lib/webhook/delivery.ts';
import { follow } from '../../lib/webhook/follow.ts';
import * as story from '../smoke/story.ts';
import { recorded, recorder, send, startRecorder } from './recorder.ts';
import { setClock } from './repeatable.ts';

const { call } = recorder;

/**
 * Plays the story and returns its requests and responses as the examples of the API document. Within a part, only calls of
 * the receiver move the clock, so a new call at the end of a part leaves all other examples as they are. Every GET
 * without a call until then is called before the last parts.
 */
export async function recordExamples() {
  const { receiverUrl, stop } = await startRecorder('2026-11-02T09:00:00Z');
  try {
    await recordStory(receiverUrl);
  } finally {
    await stop();
  }
  const text = JSON.stringify(recorded)
    .replaceAll(receiverUrl, 'https://shop.example.com/hooks')
    .replaceAll(/(s[pm]_live_|whsec_)[\w+/=]+/g, '$1…');
  const missing = routes.map(({ id }) => id).filter((id) => !recorded.operations[id]);
  return { examples: JSON.parse(text) as Examples, missing };
}

async function recordStory(receiverUrl: string) {
  const store = await story.openStore(recorder, { name: 'tea-house', host: 'shop.example.com' });
  await call('setStorePlan', { title: 'Remove the override', body: { tenant: store.name, override_plan: null } });
  setClock('2026-11-02T10:00:00Z');
  await story.addProduct(recorder);
  await story.setHours(recorder);
  await story.setWebhooks(recorder, receiverUrl);
  const user = await story.addUser(recorder);
  setClock('2026-11-20T12:00:00Z');
  const order = await story.placeOrder(recorder);
  const delivery = await deliverFirst(store.tenant as TenantId, receiverUrl);
  setClock('2026-11-20T12:01:00Z');
  await story.payOrder(recorder, order);
  await followOrders(store.tenant as TenantId, receiverUrl);
  setClock('2026-11-21T08:00:00Z');
  await story.shipOrder(recorder, order);
  await story.changeOrders(recorder);
  const ids = { tenant: store.name, key: store.key, order: order.number, shipment: order.shipment, user, delivery };
  await story.readRest(recorder, (id) => id in recorded.operations, ids);
  await story.manageKeys(recorder);
  const wanted = { label: 'catalogue team', expires: '2027-11-21T08:00:00.000Z' };
  const { key } = await issuePlatformKey(wanted, 'examples', new Date());
  await call('revokePlatformKey', { params: { key_id: key.id } });
  await story.closeStore(recorder, store);
}

/** Sends the paid order to a follower. */
async function followOrders(tenant: TenantId, url: string) {
  const body = { url, from: '2026-11-20T00:00:00Z' };
  await call('changeWebhook', { title: 'Follow all orders, from a given time on', params: { name: 'order-changed' }, body });
  await follow(tenant, 'WEBHOOK#order-changed', loadChanged);
}

/** Delivers the first order's event, so that there is an attempt to show. */
async function deliverFirst(tenant: TenantId, url: string) {
  const { id } = (await send('getDeliveries', { params: story.confirm })).deliveries[0];
  await deliver(tenant, deliveryKey(id), confirmOrder);
  await story.redeliver(recorder, url);
  // Without a URL, the event waits.
  await send('changeWebhook', { params: story.confirm, body: { url: null } });
  await deliver(tenant, deliveryKey(id), confirmOrder);
  await call('redeliverAll', { params: story.confirm, body: { state: 'waiting' } });
  await send('changeWebhook', { params: story.confirm, body: { url } });
  return id as string;
}
