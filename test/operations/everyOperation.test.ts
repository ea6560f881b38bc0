import { expect, test } from '@jest/globals';
import {
  addProduct,
  addUser,
  changeOrders,
  closeStore,
  confirm,
  manageKeys,
  openStore,
  payOrder,
  placeOrder,
  readRest,
  redeliver,
  type StoryStore,
  setHours,
  setWebhooks,
  shipOrder,
} from '../../infra/smoke/story.ts';
import type { Entry } from '../../lib/audit/schema.ts';
import { issuePlatformKey } from '../../lib/key/platformKeys.ts';
import { routes } from '../../lib/routes.ts';
import { platform, type Store, uniqueName } from '../support/actors.ts';
import { overHttp } from '../support/call.ts';
import { aReceiver } from '../support/receiver.ts';
import { storyCaller } from '../support/storyCaller.ts';
import { auditOf } from '../support/walk.ts';
import { deliverDue, verify } from '../support/webhooks.ts';

const caller = storyCaller();
const { call, payloads } = caller;
let store: StoryStore;
let secret: string;

test('the platform opens a store, which adds what it needs', async () => {
  const name = uniqueName('every');
  store = await openStore(caller, { name, host: `${name}.example.com` });
  expect(await call('getOwnTenant')).toEqual(payloads.getTenant?.[0]);
  await addProduct(caller);
  await setHours(caller);
  expect((await call('getUser', { params: { id: await addUser(caller) } })).user.phone).toBe('+4930765432');
});

test('the receiver of the store calculates shipping rates and confirms an order, which is paid and shipped', async () => {
  const receiver = await aReceiver({ body: { authorized: true, rates: [{ id: 'post', name: 'Post', price: 4.9 }] } });
  secret = await setWebhooks(caller, receiver.url);
  expect(verify(secret, receiver.received[0] as (typeof receiver.received)[0])).toMatchObject({ type: 'confirm-order' });
  expect(payloads.calculateRates).toMatchObject([{ source: 'live', rates: [{ id: 'post', price: 4.9 }] }]);
  const order = await placeOrder(caller);
  const { number } = order;
  const [delivery] = await deliverDue({ tenant: { id: store.tenant }, key: store.secret } as Store);
  expect(delivery).toMatchObject({ state: 'delivered', order: number });
  expect(await call('getOrder', { params: { number } })).toMatchObject({ orders: { authorized: true, balance: 21.3 } });
  expect(await redeliver(caller, receiver.url)).toBe(delivery?.id);
  expect(await call('redeliverAll', { params: confirm, body: { state: 'failed' } })).toMatchObject({ queued: 0 });
  await payOrder(caller, order);
  await shipOrder(caller, order);
  await changeOrders(caller);
  expect(await call('getOrders')).toMatchObject({
    orders: [
      { credited: 16.4, shipments: [{ lines: [{ quantity: 1 }] }], customer: { first_name: 'Mary' } },
      { cancelled: true, visible: false },
      { number, paid: 21.3, refunded: 13.1, shipments: [{ state: 'shipped' }] },
    ],
  });
  const ids = { tenant: store.name, order: number, shipment: order.shipment, delivery: delivery?.id };
  await readRest(caller, (id) => id in payloads, ids);
});

test('keys are revoked', async () => {
  await manageKeys(caller);
  if (!overHttp) {
    // Only a command issues platform keys, so tests over HTTP have none that they can revoke.
    const label = uniqueName('every');
    const { key } = await issuePlatformKey({ label, expires: null }, 'test', new Date());
    expect((await call('getPlatformKeys')).keys).toContainEqual(expect.objectContaining({ label, revoked: null }));
    await call('revokePlatformKey', { params: { key_id: key.id } });
  }
  await closeStore(caller, store);
});

test('every operation of the route table has succeeded', () => {
  const expected = routes.map(({ id }) => id).filter((id) => !overHttp || id !== 'revokePlatformKey');
  expect(Object.keys(payloads).sort()).toEqual(expected.sort());
});

/** Operations that add no audit entry: orders have a history, and a test call changes no setting. */
const withoutTrace = [...(overHttp ? ['revokePlatformKey'] : []), 'testWebhook'];

test('every write except those of orders adds an audit entry without a secret', async () => {
  const own = await auditOf(store.tenant);
  const { entries } = await call('getAudit', { query: { operation: 'revokePlatformKey' } });
  const traced = new Set([...own, ...(entries as Entry[])].map(({ operation }) => operation));
  const writes = routes.filter(({ method, scope }) => method !== 'GET' && !scope?.startsWith('orders:'));
  const untraced = writes.map(({ id }) => id).filter((id) => !traced.has(id));
  expect(untraced.sort()).toEqual(withoutTrace);
  const text = JSON.stringify([own, entries]);
  for (const hidden of [store.secret.slice(34, -8), secret.slice(6, -4), platform.slice(-20, -4), '"hash"']) {
    expect(text).not.toContain(hidden);
  }
});
