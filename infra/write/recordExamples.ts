import type { Examples } from '../../apps/reference/openapi/examples.ts';
import type { TenantId } from '../../lib/db/key.ts';
import { issuePlatformKey } from '../../lib/key/platformKeys.ts';
import { confirmOrder } from '../../lib/order/confirmOrder.ts';
import { routes } from '../../lib/routes.ts';
import { deliver } from '../../lib/webhook/deliver.ts';
import { deliveryKey } from '../../lib/webhook/delivery.ts';
import { call, callOtherReads, recorded, send, startRecorder, useKey } from './recorder.ts';
import { setClock } from './repeatable.ts';

const owner = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', phone: '+4930123456' };
const shipping_address = {
  name: 'Grace Example',
  line1: '1 Harbour Street',
  city: 'Berlin',
  postal_code: '10115',
  country: 'DE',
};
const week = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, [{ from: '09:00', to: '18:00' }]]));
const webhook = { name: 'confirm-order' };
const shop = { id: 'tea-house' };
const tea = { sku: 'TEA-GREEN' };
const lines = [{ ...tea, quantity: 2 }];

/**
 * Plays the story of one store and returns its requests and answers as the examples of the API document. The clock stands still
 * within a part, so a new call at the end of a part leaves all other examples as they are. Every GET without a call of its own is
 * called at the end.
 */
export async function recordExamples() {
  const { receiverUrl, stop } = await startRecorder('2026-11-02T09:00:00Z');
  try {
    const { tenant, key } = await setUpStore();
    setClock('2026-11-02T10:00:00Z');
    await addProduct();
    await setHours();
    await setWebhooks(receiverUrl);
    const user = await addUser();
    const { order, shipment, delivery } = await sell(tenant, receiverUrl);
    await callOtherReads({ tenant: shop.id, key, product: tea.sku, order, shipment, user, webhook: webhook.name, delivery });
    await manageKeys();
    await call('revokeKey', { params: { ...shop, key_id: key } });
  } finally {
    await stop();
  }
  const text = JSON.stringify(recorded)
    .replaceAll(receiverUrl, 'https://shop.example.com/hooks')
    .replaceAll(/(s[pm]_live_|whsec_)[\w+/=]+/g, '$1…');
  const missing = routes.map(({ id }) => id).filter((id) => !recorded.operations[id]);
  return { examples: JSON.parse(text) as Examples, missing };
}

async function setUpStore() {
  await call('testKey');
  const { tenant } = await call('createTenant', { body: { name: shop.id, country: 'DE', timezone: 'Europe/Berlin', owner } });
  const { key, secret } = await call('issueKey', { params: shop, body: { label: 'web shop' } });
  useKey(secret);
  await call('setStoreFront', { body: { tenant: shop.id, front_end: 'flat' } });
  await call('setStorePlan', { title: 'Override the plan', body: { tenant: shop.id, override_plan: 'plan2' } });
  await call('setStorePlan', { title: 'Remove the override', body: { tenant: shop.id, override_plan: null } });
  await call('linkDomain', { body: { tenant: shop.id, host: 'shop.example.com', forward_www: true } });
  await call('updateTenant', { params: shop, body: { timezone: 'Europe/Vienna', permissions: { analytics: false } } });
  await call('updateLegal', {
    body: { company_name: 'Tea House GmbH', vat_id: 'DE123456789', terms_url: 'https://shop.example.com/terms' },
  });
  return { tenant: tenant.id as TenantId, key: key.id as string };
}

async function addProduct() {
  await call('putProduct', { params: tea, body: { name: 'Green tea, 100 g', price: 7.9, stock: 40, weight: 100 } });
  await call('updateProduct', { params: tea, body: { price: 8.2 } });
  await call('adjustStock', { title: 'Remove units', params: tea, body: { adjust: -3, reason: 'damaged' } });
  await call('adjustStock', { title: 'Count the stock', params: tea, body: { counted: 37, reason: 'stocktaking' } });
}

async function setHours() {
  await call('putOpeningHours', { title: 'Open on weekdays', body: { opening_hours: { days: week } } });
  await call('getOpeningHours');
  await call('overrideAvailability', {
    title: 'Stay open until a given time',
    body: { available: true, until: '2027-01-01T00:00:00Z' },
  });
  await call('getAvailability');
  await call('overrideAvailability', { title: 'Return to automatic', body: { available: null } });
  await call('putOpeningHours', { title: 'Always open', body: { opening_hours: null } });
}

async function setWebhooks(url: string) {
  await call('changeWebhook', { params: webhook, body: { url } });
  await call('changeWebhook', { params: { name: 'calculate-shipping-rates' }, body: { url } });
  await call('replaceWebhookSecret', { params: webhook });
  await call('testWebhook', { params: webhook });
  await call('calculateRates', { body: { destination: shipping_address, lines } });
}

async function addUser() {
  const { user } = await call('createUser', {
    body: { ...owner, first_name: 'Alan', email: 'alan@example.com', permissions: { orders: true } },
  });
  await call('updateUser', { params: { id: user.id }, body: { phone: '+4930765432' } });
  return user.id as string;
}

async function sell(tenant: TenantId, receiverUrl: string) {
  setClock('2026-11-20T12:00:00Z');
  const { orders } = await call('placeOrder', {
    body: { lines, customer: { first_name: 'Grace' }, shipping_address, shipping: { name: 'Standard', price: 4.9 } },
  });
  const order = { number: orders.number as string };
  const shipment = { ...order, id: orders.shipments[0].id as string };
  const delivery = await deliverFirst(tenant, receiverUrl);
  setClock('2026-11-20T12:01:00Z');
  const card = { total: 10, method: 'card', transaction_data: { reference: 'ch_1' } };
  await call('createPayment', { title: 'Pay part of the order by card', params: order, body: card });
  await call('createPayment', { title: 'Settle the order with cash on delivery', params: order, body: {} });
  await call('updateOrder', { title: 'Authorize', params: order, body: { authorized: true } });
  setClock('2026-11-21T08:00:00Z');
  await call('updateShipment', { params: shipment, body: { state: 'shipped', target_delivery: '2026-12-01T12:00:00Z' } });
  await call('returnShipment', { params: shipment, body: { lines: [{ ...tea, quantity: 1 }], reason: 'arrived damaged' } });
  await call('createPayment', { title: 'Refund part of the payment', params: order, body: { total: -4.9, method: 'refund' } });
  await call('createPayment', {
    title: 'Refund a returned unit, and credit it',
    params: order,
    body: { method: 'refund', lines: [{ line: 0, quantity: 1 }], reason: 'arrived damaged' },
  });
  const other = { number: (await send('placeOrder', { body: { lines } })).orders.number };
  await call('updateOrder', { title: 'Cancel and release the stock', params: other, body: { cancelled: true, restock: true } });
  await call('updateOrder', { title: 'Hide', params: other, body: { visible: false } });
  const { orders: next } = await send('placeOrder', { body: { lines } });
  const third = { number: next.number };
  await call('splitShipment', { params: third, body: { from: next.shipments[0].id, lines: [{ ...tea, quantity: 1 }] } });
  await call('createCredit', { params: third, body: { lines: [{ line: 0, quantity: 1 }], reason: 'refused at the door' } });
  await call('updateOrder', { title: 'Correct the customer', params: third, body: { customer: { first_name: 'Mary' } } });
  return { order: order.number, shipment: shipment.id, delivery };
}

async function manageKeys() {
  const { key } = await call('issueOwnKey', { body: { label: 'stock scanner', scopes: ['products:write'] } });
  await call('getOwnKeys');
  await call('revokeOwnKey', { params: { key_id: key.id } });
  const issued = await issuePlatformKey(
    { label: 'catalogue team', expires: '2027-11-21T08:00:00.000Z' },
    'examples',
    new Date(),
  );
  await call('getPlatformKeys');
  await call('revokePlatformKey', { params: { key_id: issued.key.id } });
}

/** Delivers the first order's event, so that there is an attempt to show. */
async function deliverFirst(tenant: TenantId, url: string) {
  const { id } = (await send('getDeliveries', { params: webhook })).deliveries[0];
  await deliver(tenant, deliveryKey(id), confirmOrder);
  await call('getDeliveries', { params: webhook });
  await call('redeliver', { params: { ...webhook, id } });
  // Without a URL, the event waits.
  await send('changeWebhook', { params: webhook, body: { url: null } });
  await deliver(tenant, deliveryKey(id), confirmOrder);
  await call('redeliverAll', { params: webhook, body: { state: 'waiting' } });
  await send('changeWebhook', { params: webhook, body: { url } });
  return id as string;
}
