import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { sweepFollowers } from '../../../lib/webhook/sweep.ts';
import { aManagementKey, aStore } from '../../support/actors.ts';
import { writeOrders } from '../../support/bulkOrders.ts';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { metered } from '../../support/database.ts';
import { failsBefore, isRejectedAfterTheCommit } from '../../support/faultKinds.ts';
import { aFollowedStore, runFollower, setFollower } from '../../support/followers.ts';
import { type Attempt, type Fault, withFaults } from '../../support/injectFault.ts';
import { recordMessages } from '../../support/messages.ts';
import { aProduct, pay, update } from '../../support/orders.ts';
import { recordLog } from '../../support/recordLog.ts';
import { onlyDelivery, placeOne, runDelivery, setUrl } from '../../support/webhooks.ts';

const clocks = fakeClocks();
const messagesOf = recordMessages();
const lines = recordLog();
const sk = 'WEBHOOK#order-changed';

/** With a key that is in no cache, as after 25 seconds. */
async function anEstablishedStore() {
  const store = await aFollowedStore({ body: { authorized: true } });
  return { ...store, key: await aManagementKey(store.tenant.id) };
}

test('a new follower is started for half a minute, until all functions know it', async () => {
  const store = await aStore();
  const sent = await messagesOf(store, () => setFollower(store, { url: 'https://shop.example.com/' }));
  expect(sent.map(({ seconds }) => seconds).sort((a, b) => a - b)).toEqual([0, 5, 10, 15, 20, 25, 30]);
  expect(new Set(sent.map((message) => message.sk))).toEqual(new Set([sk]));
});

test('every follower is started after a change of an order, once for changes in quick succession', async () => {
  const store = await anEstablishedStore();
  await setFollower(store, { url: store.receiver.url }, 'order-changed-b');
  const key = await aManagementKey(store.tenant.id);
  const sent = await messagesOf(store, async () => {
    for (let i = 0; i < 3; i++) await placeOne({ ...store, key });
  });
  expect(sent.map((message) => [message.sk, message.seconds, message.group])).toEqual(
    expect.arrayContaining([
      [sk, 1, store.tenant.id],
      [`${sk}-b`, 1, store.tenant.id],
    ]),
  );
  expect(sent).toHaveLength(2);
});

test('a follower is asked after a failed request that may have changed an order', async () => {
  const store = await anEstablishedStore();
  const number = await placeOne(store);
  clocks.advance(30);
  for (const [status, fault] of [
    [503, failsBefore],
    [500, isRejectedAfterTheCommit],
  ] as const) {
    const lost = { command: 'PutItem', nth: 'every' as const, lasting: true, fault };
    const sent = await messagesOf(store, async () => {
      const { result } = await withFaults([lost], () => update(store, number, { note: `${status}` }));
      expect(result.status).toBe(status);
    });
    expect(sent).toMatchObject([{ sk, seconds: 1 }]);
    clocks.advance(30);
  }
});

test('nobody is asked after a rejected request, a read, or a change of a store without a follower', async () => {
  const store = await anEstablishedStore();
  const other = await aStore();
  const product = await aProduct(other);
  expect(await messagesOf(store, () => update(store, '9999', { note: 'x' }))).toEqual([]);
  expect(await messagesOf(store, () => call('getOrders', { as: store.key }))).toEqual([]);
  expect(await messagesOf(other, () => placeOne({ ...other, sku: product }))).toEqual([]);
});

test('a follower is asked after the receiver of `confirm-order` has authorized an order', async () => {
  const store = await anEstablishedStore();
  await setUrl(store, store.receiver.url);
  await placeOne({ ...store, key: await aManagementKey(store.tenant.id) });
  const delivery = await onlyDelivery(store);
  clocks.advance(1);
  const sent = await messagesOf(store, () => runDelivery(store, delivery));
  expect(sent).toContainEqual(expect.objectContaining({ sk, seconds: 1 }));
});

test('a delivery succeeds even if the followers cannot be found', async () => {
  const store = await anEstablishedStore();
  await setUrl(store, store.receiver.url);
  await placeOne(store);
  const delivery = await onlyDelivery(store);
  const isOfStore = ({ input }: Attempt) => JSON.stringify(input).includes('"TENANT"');
  const fault: Fault = (attempt) => (isOfStore(attempt) ? failsBefore(attempt) : attempt.forward());
  clocks.advance(1);
  const lost = { command: 'GetItem', nth: 'every' as const, lasting: true, fault };
  const sent = await messagesOf(store, () => withFaults([lost], () => runDelivery(store, delivery)));
  // With the followers, this would also send them a message, as above.
  expect(sent.filter((message) => message.sk === sk)).toEqual([]);
  const message = 'could not start the followers';
  expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', message, tenant: store.tenant.id }));
  expect(await onlyDelivery(store)).toMatchObject({ state: 'delivered' });
});

test.each([
  [200, [31, 0]],
  [500, [31, 0, 5]],
])(
  'a change during a run starts others, one at the end of the lease in case it crashes: after a %i, in %j seconds',
  async (status, expected) => {
    const store = await anEstablishedStore();
    await placeOne(store);
    clocks.advance(1);
    store.receiver.answers(async () => {
      await runFollower(store);
      return status;
    });
    const sent = await messagesOf(store, () => runFollower(store));
    expect(sent.map(({ seconds }) => seconds)).toEqual(expected);
  },
);

test('a run whose order was rejected starts another when the order is due, unless that is more than a minute away', async () => {
  const store = await anEstablishedStore();
  await placeOne(store);
  store.receiver.answers(500);
  const failingAfter = async (seconds: number) => {
    clocks.advance(seconds);
    return (await messagesOf(store, () => runFollower(store))).map((message) => [message.sk, message.seconds]);
  };
  expect([await failingAfter(0), await failingAfter(5)]).toEqual([[[sk, 5]], [[sk, 30]]]);
  // The next wait is 120 seconds, which is left to the sweep.
  expect(await failingAfter(30)).toEqual([]);
});

test('a run that pauses its follower starts no other', async () => {
  const store = await anEstablishedStore();
  for (let i = 0; i < 3; i++) await placeOne(store);
  clocks.advance(1);
  store.receiver.answers(410);
  expect(await messagesOf(store, () => runFollower(store))).toEqual([]);
});

test('a run that ends before everything is sent asks for another', async () => {
  const store = await anEstablishedStore();
  const placed = Array.from({ length: 51 }, (_, i) => ({ number: 2001 + i, created: new Date() }));
  await writeOrders(store.tenant.id as TenantId, placed);
  clocks.advance(1);
  store.receiver.answers(() => {
    if (store.receiver.received.length === 1) clocks.advance(11);
    return 200;
  });
  const sent = await messagesOf(store, () => runFollower(store));
  expect(store.receiver.received).toHaveLength(50);
  expect(sent).toMatchObject([{ sk, seconds: 0 }]);
});

test('a follower is asked at once after a successful test', async () => {
  const store = await anEstablishedStore();
  const params = { name: 'order-changed' };
  const sent = await messagesOf(store, () => call('testWebhook', { as: store.key, params }));
  expect(sent).toMatchObject([{ sk, seconds: 0 }]);
});

test('the sweep asks every follower that may be called', async () => {
  const store = await anEstablishedStore();
  await setFollower(store, { url: store.receiver.url }, 'order-changed-b');
  const sweep = async () => {
    const sent = await messagesOf(store, () => sweepFollowers(new Date()));
    return sent.map((message) => message.sk).sort();
  };
  expect(await sweep()).toEqual([sk, `${sk}-b`]);
  store.receiver.answers(410);
  await placeOne(store);
  await runFollower(store);
  expect(await sweep()).toEqual([`${sk}-b`]);
  await setFollower(store, { url: null }, 'order-changed-b');
  expect(await sweep()).toEqual([]);
});

test('a follower adds no database call and no unit to a change', async () => {
  const [followed, other] = [await anEstablishedStore(), await aStore()];
  const calls = async (store: { key: string; sku: string }) => {
    const number = await placeOne(store);
    const { calls, units } = await metered(() => pay(store, number, { total: 1 }));
    return { calls, units };
  };
  expect(await calls(followed)).toEqual(await calls({ ...other, sku: await aProduct(other) }));
});
