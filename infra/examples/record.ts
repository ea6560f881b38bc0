import { writeFileSync } from 'node:fs';
import { call, recorded, startRecorder, use } from './recorder.ts';

/** `npm run examples`: does once what a store does, and keeps the requests and answers as the examples of the API document. */
const file = new URL('../openapi/examples.json', import.meta.url);
const receiverUrl = 'https://shop.example.com/hooks';
const { local, stop } = await startRecorder();
const { deliver } = await import('../../lib/webhook/deliver.ts');
const { confirmOrder } = await import('../../lib/order/confirmOrder.ts');

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

await call('testKey');
const { tenant } = await call('createTenant', { body: { name: shop.id, country: 'DE', timezone: 'Europe/Berlin', owner } });
const { key, secret } = await call('issueKey', { params: shop, body: { label: 'web shop' } });
use(secret);
await call('setStoreFront', { body: { tenant: shop.id, front_end: 'flat' } });
await call('setStorePlan', { title: 'Override the plan', body: { tenant: shop.id, override_plan: 'plan2' } });
await call('setStorePlan', { title: 'Remove the override', body: { tenant: shop.id, override_plan: null } });
await call('linkDomain', { body: { tenant: shop.id, host: 'shop.example.com', forward_www: true } });
await call('updateTenant', { params: shop, body: { timezone: 'Europe/Vienna', permissions: { analytics: false } } });
await call('getTenant', { params: shop });
await call('getOwnTenant');
await call('getTenants');
await call('getKeys', { params: shop });
await call('getAudit');

await call('putProduct', { params: tea, body: { name: 'Green tea, 100 g', price: 7.9, stock: 40, weight: 100 } });
await call('getProduct', { params: tea });
await call('getProducts');
await call('updateProduct', { params: tea, body: { price: 8.2 } });
await call('adjustStock', { params: tea, body: { adjust: -3 } });

await call('putOpeningHours', { title: 'On weekdays', body: { opening_hours: { days: week } } });
await call('getOpeningHours');
await call('overrideAvailability', { title: 'Open until then', body: { available: true, until: '2027-01-01T00:00:00Z' } });
await call('getAvailability');
await call('overrideAvailability', { title: 'Return to automatic', body: { available: null } });
await call('putOpeningHours', { title: 'Always open', body: { opening_hours: null } });

await call('changeWebhook', { params: webhook, body: { url: local } });
await call('changeWebhook', { params: { name: 'calculate-shipping-rates' }, body: { url: local } });
await call('replaceWebhookSecret', { params: webhook });
await call('testWebhook', { params: webhook });
await call('getWebhook', { params: webhook });
const lines = [{ ...tea, quantity: 2 }];
await call('calculateRates', { body: { destination: shipping_address, lines } });

const placed = { lines, customer: { first_name: 'Grace' }, shipping_address, shipping: { name: 'Standard', price: 4.9 } };
const { orders } = await call('placeOrder', { body: placed });
const number = { number: orders.number };
const card = { total: 10, method: 'card', transaction_data: { reference: 'ch_1' } };
await call('createPayment', { title: 'Pay a part by card', params: number, body: card });
await call('createPayment', { title: 'Settle the order with cash on delivery', params: number, body: {} });
await call('updateOrder', { title: 'Authorize', params: number, body: { authorized: true } });
const shipment = { ...number, id: orders.shipments[0].id };
await call('updateShipment', { params: shipment, body: { state: 'shipped', target_delivery: '2026-12-01T12:00:00Z' } });
await call('createPayment', { title: 'Refund a part', params: number, body: { total: -4.9, method: 'refund' } });
await call('getOrder', { params: number });
await call('getOrders');
const other = { number: (await call('placeOrder', { body: { lines } })).orders.number };
await call('updateOrder', { title: 'Cancel and free the stock', params: other, body: { cancelled: true, restock: true } });
await call('updateOrder', { title: 'Hide', params: other, body: { visible: false } });

const waiting = (await call('getDeliveries', { params: webhook })).deliveries.at(-1);
await deliver(tenant.id, `DELIVERY#${waiting.id.slice(4)}`, confirmOrder);
delete recorded.operations.getDeliveries;
await call('getDeliveries', { params: webhook });
await call('redeliver', { params: { ...webhook, id: waiting.id } });

const { user } = await call('createUser', { body: { ...owner, first_name: 'Alan', permissions: { orders: true } } });
await call('updateUser', { params: { id: user.id }, body: { phone: '+4930765432' } });
await call('getUser', { params: { id: user.id } });
await call('getUsers');
await call('updateLegal', {
  body: { company_name: 'Tea House GmbH', vat_id: 'DE123456789', terms_url: 'https://shop.example.com/terms' },
});
await call('getLegal');
await call('revokeKey', { params: { ...shop, key_id: key.id } });

const text = JSON.stringify(recorded, null, 2)
  .replaceAll(local, receiverUrl)
  .replaceAll(/(s[pm]_live_|whsec_)[\w+/=]+/g, '$1…');
writeFileSync(file, `${text}\n`);
await stop();
