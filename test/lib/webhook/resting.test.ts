import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf } from '../../support/database.ts';
import { failsBefore } from '../../support/faultKinds.ts';
import { afterReply, beforeCall, withFaults } from '../../support/injectFault.ts';
import { aReceiver, until } from '../../support/receiver.ts';
import {
  aRestingStore,
  aWebhookStore,
  deliveriesOf,
  deliveryOf,
  placeMany,
  redeliver,
  resumeDeliveries,
  runDelivery,
  setUrl,
  type WebhookStore,
  webhookOf,
} from '../../support/webhooks.ts';

const clocks = fakeClocks();

beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

const stateOf = async (store: WebhookStore) => (await webhookOf(store)).health.state;

/** Holds every call to the receiver until it is released. Then the call fails. */
function holdCalls({ receiver }: WebhookStore) {
  const held: (() => void)[] = [];
  receiver.answers(async () => {
    await new Promise<void>((go) => held.push(go));
    return 500;
  });
  return (count = held.length) => {
    for (const go of held.splice(0, count)) go();
  };
}

test('five failures in a minute cause a back-off of 30 s', async () => {
  const { store, spare } = await aRestingStore();
  const until = new Date(Date.now() + 30_000).toISOString();
  expect((await webhookOf(store)).health).toMatchObject({ state: 'resting', until });
  for (const delivery of spare) await runDelivery(store, delivery);
  expect(store.receiver.received).toHaveLength(5);
  clocks.advance(29.999);
  expect((await webhookOf(store)).health).toMatchObject({ state: 'resting', until });
  clocks.advance(0.001);
  expect((await webhookOf(store)).health).toMatchObject({ state: 'failing', until: null });
});

test('four failures, five in more than a minute, or five with a success in between cause no back-off', async () => {
  const [four, slow, mixed] = [
    await aWebhookStore(500),
    await aWebhookStore(500),
    await aWebhookStore(500, 500, 500, 500, 200, 500),
  ];
  for (const delivery of await placeMany(four, 4)) await runDelivery(four, delivery);
  for (const delivery of await placeMany(mixed, 6)) await runDelivery(mixed, delivery);
  for (const delivery of await placeMany(slow, 12)) {
    await runDelivery(slow, delivery);
    clocks.advance(15);
  }
  expect([await stateOf(four), await stateOf(mixed), await stateOf(slow)]).toEqual(['failing', 'failing', 'failing']);
  expect(slow.receiver.received).toHaveLength(12);
});

test('deliveries that are due during a back-off wait without losing an attempt', async () => {
  const { store, spare } = await aRestingStore();
  clocks.advance(10);
  for (const delivery of spare) {
    await runDelivery(store, delivery);
    expect(await deliveryOf(store, delivery)).toMatchObject({ state: 'waiting', due: null, attempts: [] });
  }
  expect(store.receiver.received).toHaveLength(5);
  clocks.advance(20);
  store.receiver.answers(200);
  await resumeDeliveries(store);
  const waiting = async () => (await deliveriesOf(store)).filter(({ state }) => state === 'waiting').length;
  expect(await waiting()).toBe(2);
  const released = (await deliveriesOf(store)).find(({ state, attempts }) => state === 'pending' && attempts.length === 0);
  await runDelivery(store, released as Delivery);
  await resumeDeliveries(store);
  expect(await waiting()).toBe(0);
  for (const delivery of spare) {
    await runDelivery(store, delivery);
    expect(await deliveryOf(store, delivery)).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] });
  }
});

test('after a back-off, one delivery probes the receiver and the others wait for its result', async () => {
  const { store, spare } = await aRestingStore();
  clocks.advance(30);
  await Promise.all(spare.map((delivery) => runDelivery(store, delivery)));
  expect(store.receiver.received).toHaveLength(6);
  const untouched = async () => (await deliveriesOf(store)).filter(({ attempts }) => attempts.length === 0);
  for (const delivery of await untouched()) await runDelivery(store, delivery);
  expect(store.receiver.received).toHaveLength(6);
  expect(await untouched()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
});

test.each(['a successful test call', 'a redelivery', 'a new URL'])(
  '%s ends a back-off and releases the waiting deliveries',
  async (how) => {
    const { store, spare } = await aRestingStore();
    for (const delivery of spare) await runDelivery(store, delivery);
    store.receiver.answers(200);
    if (how === 'a successful test call') await call('testWebhook', { as: store.key, params: { name: 'confirm-order' } });
    if (how === 'a redelivery') await redeliver(store, spare[0].id);
    if (how === 'a new URL') await setUrl(store, `${store.receiver.url}/2`);
    expect(await stateOf(store)).not.toBe('resting');
    await resumeDeliveries(store);
    expect((await deliveriesOf(store)).filter(({ state }) => state === 'waiting')).toEqual([]);
  },
);

test('a failed test call does not change a back-off', async () => {
  const { store } = await aRestingStore();
  await call('testWebhook', { as: store.key, params: { name: 'confirm-order' } });
  expect(await stateOf(store)).toBe('resting');
});

test('a delivery that starts to wait just as the back-off ends stays due', async () => {
  const { store, spare } = await aRestingStore();
  const race = afterReply(() => redeliver(store, spare[1].id));
  const { injected } = await withFaults([{ command: 'BatchGetItem', fault: race }], () => runDelivery(store, spare[0]));
  expect(injected).toBe(1);
  expect(await deliveryOf(store, spare[0])).toMatchObject({ state: 'pending' });
});

test('deliveries to a resting receiver are not in the index that the sweep reads', async () => {
  const { store, spare } = await aRestingStore();
  for (const delivery of spare) await runDelivery(store, delivery);
  const shards = (await itemsOf(store, 'DELIVERY#')).map(({ due_shard }) => String(due_shard));
  expect(shards.filter((shard) => shard.startsWith('REST#'))).toHaveLength(3);
});

test('a webhook without waiting deliveries leaves the index after two checks', async () => {
  const { store, spare } = await aRestingStore();
  for (const delivery of spare) await runDelivery(store, delivery);
  store.receiver.answers(200);
  await redeliver(store, spare[0].id);
  for (const _ of [1, 2, 3]) {
    await resumeDeliveries(store);
    clocks.advance(60);
  }
  const [webhook] = await itemsOf(store, 'WEBHOOK#confirm-order');
  expect([webhook?.due, webhook?.due_shard]).toEqual([undefined, undefined]);
});

test('back-offs grow from 30 s to 15 minutes until a call succeeds', async () => {
  const { store, spare } = await aRestingStore(8);
  for (const [i, rest] of [30, 60, 120, 240, 480, 900, 900].entries()) {
    clocks.advance(rest - 0.001);
    expect(await stateOf(store)).toBe('resting');
    clocks.advance(0.001);
    expect(await stateOf(store)).toBe('failing');
    await runDelivery(store, spare[i] as Delivery);
    expect(store.receiver.received).toHaveLength(6 + i);
  }
  clocks.advance(900);
  store.receiver.answers(200);
  await runDelivery(store, spare[7] as Delivery);
  expect((await webhookOf(store)).health).toMatchObject({ state: 'ok', failures_in_a_row: 0 });
  clocks.advance(900);
  const pending = (await deliveriesOf(store)).filter(({ state }) => state === 'pending');
  await Promise.all(pending.map((delivery) => runDelivery(store, delivery)));
  expect((await deliveriesOf(store)).map(({ state }) => state)).toEqual(Array(13).fill('delivered'));
});

test('calls that were in flight when the back-off began do not extend it', async () => {
  const store = await aWebhookStore(500);
  const deliveries = await placeMany(store, 20);
  const release = holdCalls(store);
  const works = deliveries.map((delivery) => runDelivery(store, delivery));
  await store.receiver.calls(20);
  release(5);
  await until(async () => (await stateOf(store)) === 'resting');
  release();
  await Promise.all(works);
  expect((await webhookOf(store)).health).toMatchObject({ state: 'resting', failures_in_a_row: 20 });
  clocks.advance(30);
  expect(await stateOf(store)).toBe('failing');
});

describe('failures of the previous URL do not count against a new URL', () => {
  test('if they arrive after the change', async () => {
    const store = await aWebhookStore();
    const other = await aReceiver(500);
    const [own, ...late] = await placeMany(store, 6);
    const release = holdCalls(store);
    const works = late.map((delivery) => runDelivery(store, delivery));
    await store.receiver.calls(5);
    await setUrl(store, other.url);
    release();
    await Promise.all(works);
    await runDelivery(store, own as Delivery);
    expect(other.received).toHaveLength(1);
    expect(await stateOf(store)).toBe('failing');
  });

  test('if the URL changes just as the back-off begins', async () => {
    const store = await aWebhookStore(500);
    const deliveries = await placeMany(store, 5);
    for (const delivery of deliveries.slice(0, 4)) await runDelivery(store, delivery);
    const other = await aReceiver(500);
    const race = beforeCall(() => setUrl(store, other.url));
    const rests = { command: 'UpdateItem', nth: 3, fault: race };
    const { injected } = await withFaults([rests], () => runDelivery(store, deliveries[4] as Delivery));
    expect(injected).toBe(1);
    expect(await webhookOf(store)).toMatchObject({ url: other.url, health: { state: 'ok', failures_in_a_row: 0 } });
  });
});

describe('a probe that crashes', () => {
  test('is replaced after 15 s', async () => {
    const { store, spare } = await aRestingStore();
    const [first, second, third] = spare;
    clocks.advance(30);
    const dying = { command: 'UpdateItem', nth: 2, lasting: true, fault: failsBefore };
    await expect(withFaults([dying], () => runDelivery(store, first))).rejects.toThrow();
    await runDelivery(store, second);
    expect(store.receiver.received).toHaveLength(5);
    clocks.advance(15);
    await runDelivery(store, third);
    expect(store.receiver.received).toHaveLength(6);
  });
});

test('a back-off of one store does not affect another', async () => {
  const { store } = await aRestingStore();
  const other = await aWebhookStore();
  for (const delivery of await placeMany(other, 1)) await runDelivery(other, delivery);
  expect([await stateOf(store), await stateOf(other)]).toEqual(['resting', 'ok']);
});
