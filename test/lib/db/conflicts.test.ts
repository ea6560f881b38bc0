import { beforeAll, expect, test } from '@jest/globals';
import type { Order } from '../../../lib/order/schema.ts';
import { newTenant, owner, platform, uniqueName } from '../../support/actors.ts';
import { call, type Options, rowOf } from '../../support/call.ts';
import { conflicts } from '../../support/faultKinds.ts';
import { withFaults } from '../../support/injectFault.ts';
import { anOrder, aProduct, keyed, ship } from '../../support/orders.ts';
import { aWebhookStore, onlyDelivery, placeOne, type WebhookStore } from '../../support/webhooks.ts';

let store: WebhookStore;
let counted: string;
let delivery: string;

beforeAll(async () => {
  store = await aWebhookStore();
  counted = await aProduct(store, { stock: 100 });
  await placeOne(store);
  delivery = (await onlyDelivery(store)).id;
});

const lines = () => [{ sku: counted, quantity: 2 }];
const aPair = () => anOrder(store, { lines: lines(), authorized: true });
const shipmentOf = ({ number, shipments: [shipment] }: Order) => ({ number, id: shipment?.id as string });
const ofTenant = (more = {}) => ({ id: store.tenant.id, ...more });

async function aShippedPair(): Promise<Order> {
  const order = await aPair();
  await ship(store, order, { state: 'shipped' });
  return order;
}

const aUser = async (): Promise<string> =>
  (await call('createUser', { as: store.key, body: { ...owner, email: `${uniqueName()}@example.com` } })).payload.user.id;

const aKey = async (): Promise<string> => (await call('issueOwnKey', { as: store.key, body: {} })).payload.key.id;

const webhook = (more = {}) => ({ name: 'confirm-order', ...more });

test.each<[string, () => Options | Promise<Options>]>([
  ['createTenant', () => ({ body: newTenant() })],
  ['issueKey', () => ({ params: ofTenant() })],
  ['revokeKey', async () => ({ params: ofTenant({ key_id: await aKey() }) })],
  ['updateTenant', () => ({ params: ofTenant(), body: { timezone: 'Europe/Paris' } })],
  ['setStorePlan', () => ({ body: { tenant: store.tenant.name, override_plan: 'plan3' } })],
  ['linkDomain', () => ({ body: { tenant: store.tenant.name, host: `${uniqueName()}.example.com` } })],
  ['issueOwnKey', () => ({ body: {} })],
  ['revokeOwnKey', async () => ({ params: { key_id: await aKey() } })],
  ['createUser', () => ({ body: { ...owner, email: `${uniqueName()}@example.com` }, headers: keyed(uniqueName()) })],
  ['updateUser', async () => ({ params: { id: await aUser() }, body: { first_name: 'Eve' } })],
  ['putProduct', () => ({ params: { sku: uniqueName() }, body: { name: 'Tea', price: 1, stock: 1 } })],
  ['updateProduct', async () => ({ params: { sku: await aProduct(store) }, body: { name: 'Cup' } })],
  ['adjustStock', () => ({ params: { sku: counted }, body: { adjust: 1 } })],
  ['placeOrder', () => ({ body: { lines: lines() } })],
  ['updateOrder', async () => ({ params: { number: (await aPair()).number }, body: { cancelled: true, restock: true } })],
  ['updateOrder', async () => ({ params: { number: (await aPair()).number }, body: { customer: { first_name: 'Eve' } } })],
  ['createPayment', async () => ({ params: { number: (await aPair()).number } })],
  ['createCredit', async () => ({ params: { number: (await aPair()).number }, body: { amount: 1 } })],
  ['updateShipment', async () => ({ params: shipmentOf(await aPair()), body: { state: 'shipped' } })],
  ['returnShipment', async () => ({ params: shipmentOf(await aShippedPair()) })],
  [
    'splitShipment',
    async () => {
      const { number, id } = shipmentOf(await aPair());
      return { params: { number }, body: { from: id, lines: [{ sku: counted, quantity: 1 }] } };
    },
  ],
  ['putOpeningHours', () => ({ body: { days: { mon: [{ from: '08:00', to: '09:00' }] } } })],
  ['overrideAvailability', () => ({ body: { available: true } })],
  ['updateLegal', () => ({ body: { vat_id: uniqueName() } })],
  ['changeWebhook', () => ({ params: webhook(), body: { url: `${store.receiver.url}/2` } })],
  ['replaceWebhookSecret', () => ({ params: webhook() })],
  ['testWebhook', () => ({ params: webhook() })],
  ['redeliver', () => ({ params: webhook({ id: delivery }) })],
  ['redeliverAll', () => ({ params: webhook(), body: { state: 'failed' } })],
])('%s succeeds if a conflict stops its first write', async (operation, prepare) => {
  const options = await prepare();
  const { caller, status, createdStatus } = rowOf(operation);
  const as = caller === 'platform' ? platform : store.key;
  const plans = ['TransactWriteItems', 'PutItem', 'UpdateItem'].map((command) => ({ command, fault: conflicts }));
  const { result, injected } = await withFaults(plans, () => call(operation, { as, ...options }));
  expect(result.status).toBe(createdStatus ?? status);
  expect(injected).toBeGreaterThan(0);
});
