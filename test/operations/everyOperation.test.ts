import { expect, test } from '@jest/globals';
import * as story from '../../infra/smoke/story.ts';
import type { Entry } from '../../lib/audit/schema.ts';
import { issuePlatformKey } from '../../lib/key/platformKeys.ts';
import { routes } from '../../lib/routes.ts';
import { platform, uniqueName } from '../support/actors.ts';
import { overHttp } from '../support/call.ts';
import type { Received } from '../support/receiver.ts';
import { playStory, storyCaller } from '../support/storyCaller.ts';
import { auditOf } from '../support/walk.ts';
import { verify } from '../support/webhooks.ts';

const caller = storyCaller();
const { call, payloads } = caller;
const { name, store, receiver, user, order, delivery } = await playStory(caller);
const [{ secret }] = payloads.replaceWebhookSecret as [{ secret: string }];

test('the story of a store has its effects', async () => {
  const [called] = receiver.received as [Received];
  expect(verify(secret, called)).toMatchObject({ type: 'confirm-order', test: true });
  expect(payloads.calculateRates).toMatchObject([{ source: 'live', rates: [{ id: 'post', price: 4 }] }]);
  expect(await call('redeliverAll', { params: story.confirm, body: { state: 'failed' } })).toMatchObject({ queued: 0 });
  expect(await call('getOrders')).toMatchObject({
    orders: [
      { credited: 16.4, shipments: [{ lines: [{ quantity: 1 }] }], customer: { first_name: 'Mary' } },
      { cancelled: true, visible: false },
      { number: order.number, paid: 21.3, refunded: 13.1, shipments: [{ state: 'shipped' }] },
    ],
  });
  const ids = { tenant: name, order: order.number, shipment: order.shipment, user, delivery };
  await story.readRest(caller, (id) => id in payloads, ids);
  expect(payloads.getOwnTenant).toEqual(payloads.getTenant);
  expect(payloads.getUser).toMatchObject([{ user: { id: user, phone: '+4930765432' } }]);
  if (!overHttp) {
    // Only a command issues platform keys, so tests over HTTP have none that they can revoke.
    const label = uniqueName('every');
    const { key } = await issuePlatformKey({ label, expires: null }, 'test', new Date());
    expect((await call('getPlatformKeys')).keys).toContainEqual(expect.objectContaining({ label, revoked: null }));
    await call('revokePlatformKey', { params: { key_id: key.id } });
  }
  await story.closeStore(caller, store);
});

test('every operation of the route table has succeeded', () => {
  const expected = routes.map(({ id }) => id).filter((id) => !overHttp || id !== 'revokePlatformKey');
  expect(Object.keys(payloads).sort()).toEqual(expected.sort());
});

/** Writes without an audit entry here: a test call changes no setting, and over HTTP no platform key is revoked. */
const withoutTrace = [...(overHttp ? ['revokePlatformKey'] : []), 'testWebhook'];

test('every write except test calls and those of orders adds an audit entry without a secret', async () => {
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
