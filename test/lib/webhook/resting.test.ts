import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Delivery } from '../../../lib/webhook/schema.ts';
import { call } from '../../support/call.ts';
import { heldClocks } from '../../support/clocks.ts';
import { itemsOf } from '../../support/database.ts';
import { failsBefore } from '../../support/faultKinds.ts';
import { beforehand, meanwhile, withFaults } from '../../support/injectFault.ts';
import { aReceiver, until } from '../../support/receiver.ts';
import {
  aHookedStore,
  deliveriesOf,
  type HookedStore,
  placeMany,
  redeliver,
  resumed,
  setUrl,
  webhookOf,
  work,
} from '../../support/webhooks.ts';

const clocks = heldClocks();

beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

const stateOf = async (store: HookedStore) => (await webhookOf(store)).health.state;
const one = async (store: HookedStore, { id }: Delivery) =>
  (await deliveriesOf(store)).find((each) => each.id === id) as Delivery;

/** A store whose receiver has failed five times in a minute, and events that are due and untouched. */
async function aRestingStore(spare = 3) {
  const store = await aHookedStore(500);
  const deliveries = await placeMany(store, 5 + spare);
  for (const delivery of deliveries.slice(0, 5)) await work(store, delivery);
  return { store, spare: deliveries.slice(5) as [Delivery, Delivery, Delivery, ...Delivery[]] };
}

/** Makes the receiver hold its calls until they are released, to fail. */
function holdCalls({ receiver }: HookedStore) {
  const held: (() => void)[] = [];
  receiver.answers(async () => {
    await new Promise<void>((go) => held.push(go));
    return 500;
  });
  return (count = held.length) => {
    for (const go of held.splice(0, count)) go();
  };
}

test('after five failures in a minute the receiver rests for 30 s', async () => {
  const { store, spare } = await aRestingStore();
  expect(await stateOf(store)).toBe('resting');
  for (const delivery of spare) await work(store, delivery);
  expect(store.receiver.received).toHaveLength(5);
  clocks.pass(29.999);
  expect(await stateOf(store)).toBe('resting');
  clocks.pass(0.001);
  expect(await stateOf(store)).toBe('failing');
});

test('four failures are no reason, nor five in more than a minute, nor five with a success between', async () => {
  const [four, slow, mixed] = [
    await aHookedStore(500),
    await aHookedStore(500),
    await aHookedStore(500, 500, 500, 500, 200, 500),
  ];
  for (const delivery of await placeMany(four, 4)) await work(four, delivery);
  for (const delivery of await placeMany(mixed, 6)) await work(mixed, delivery);
  for (const delivery of await placeMany(slow, 12)) {
    await work(slow, delivery);
    clocks.pass(15);
  }
  expect([await stateOf(four), await stateOf(mixed), await stateOf(slow)]).toEqual(['failing', 'failing', 'failing']);
  expect(slow.receiver.received).toHaveLength(12);
});

test('deliveries that are due during a rest wait, and lose no attempt', async () => {
  const { store, spare } = await aRestingStore();
  clocks.pass(10);
  for (const delivery of spare) {
    await work(store, delivery);
    expect(await one(store, delivery)).toMatchObject({ state: 'waiting', due: null, attempts: [] });
  }
  expect(store.receiver.received).toHaveLength(5);
  clocks.pass(20);
  store.receiver.answers(200);
  await resumed(store);
  const waiting = async () => (await deliveriesOf(store)).filter(({ state }) => state === 'waiting').length;
  expect(await waiting()).toBe(2);
  const released = (await deliveriesOf(store)).find(({ state, attempts }) => state === 'pending' && attempts.length === 0);
  await work(store, released as Delivery);
  await resumed(store);
  expect(await waiting()).toBe(0);
  for (const delivery of spare) {
    await work(store, delivery);
    expect(await one(store, delivery)).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] });
  }
});

test('after a rest, one delivery alone probes the receiver; the others wait for its result', async () => {
  const { store, spare } = await aRestingStore();
  clocks.pass(30);
  await Promise.all(spare.map((delivery) => work(store, delivery)));
  expect(store.receiver.received).toHaveLength(6);
  const untouched = async () => (await deliveriesOf(store)).filter(({ attempts }) => attempts.length === 0);
  for (const delivery of await untouched()) await work(store, delivery);
  expect(store.receiver.received).toHaveLength(6);
  expect(await untouched()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
});

test.each(['a successful test call', 'a redelivery', 'a new URL'])('%s ends a rest, and what waits is sent', async (how) => {
  const { store, spare } = await aRestingStore();
  for (const delivery of spare) await work(store, delivery);
  store.receiver.answers(200);
  if (how === 'a successful test call') await call('testWebhook', { as: store.key, params: { name: 'confirm-order' } });
  if (how === 'a redelivery') await redeliver(store, spare[0].id);
  if (how === 'a new URL') await setUrl(store, `${store.receiver.url}/2`);
  expect(await stateOf(store)).not.toBe('resting');
  await resumed(store);
  expect((await deliveriesOf(store)).filter(({ state }) => state === 'waiting')).toEqual([]);
});

test('a failed test call leaves a rest as it is', async () => {
  const { store } = await aRestingStore();
  await call('testWebhook', { as: store.key, params: { name: 'confirm-order' } });
  expect(await stateOf(store)).toBe('resting');
});

test('a delivery that is parked just as the rest ends stays due', async () => {
  const { store, spare } = await aRestingStore();
  const race = meanwhile(() => redeliver(store, spare[1].id));
  const { injected } = await withFaults([{ command: 'BatchGetItem', fault: race }], () => work(store, spare[0]));
  expect(injected).toBe(1);
  expect(await one(store, spare[0])).toMatchObject({ state: 'pending' });
});

test('a resting receiver keeps no delivery in the index that the sweep reads', async () => {
  const { store, spare } = await aRestingStore();
  for (const delivery of spare) await work(store, delivery);
  const shards = (await itemsOf(store, 'DELIVERY#')).map(({ due_shard }) => String(due_shard));
  expect(shards.filter((shard) => shard.startsWith('REST#'))).toHaveLength(3);
});

test('a webhook that nothing waits for leaves the index after two looks', async () => {
  const { store, spare } = await aRestingStore();
  for (const delivery of spare) await work(store, delivery);
  store.receiver.answers(200);
  await redeliver(store, spare[0].id);
  for (const _ of [1, 2, 3]) {
    await resumed(store);
    clocks.pass(60);
  }
  const [webhook] = await itemsOf(store, 'WEBHOOK#confirm-order');
  expect([webhook?.due, webhook?.due_shard]).toEqual([undefined, undefined]);
});

test('rests grow from 30 s to a quarter of an hour, and a success ends them', async () => {
  const { store, spare } = await aRestingStore(8);
  for (const [i, rest] of [30, 60, 120, 240, 480, 900, 900].entries()) {
    clocks.pass(rest - 0.001);
    expect(await stateOf(store)).toBe('resting');
    clocks.pass(0.001);
    expect(await stateOf(store)).toBe('failing');
    await work(store, spare[i] as Delivery);
    expect(store.receiver.received).toHaveLength(6 + i);
  }
  clocks.pass(900);
  store.receiver.answers(200);
  await work(store, spare[7] as Delivery);
  expect((await webhookOf(store)).health).toMatchObject({ state: 'ok', failures_in_a_row: 0 });
  clocks.pass(900);
  const pending = (await deliveriesOf(store)).filter(({ state }) => state === 'pending');
  await Promise.all(pending.map((delivery) => work(store, delivery)));
  expect((await deliveriesOf(store)).map(({ state }) => state)).toEqual(Array(13).fill('delivered'));
});

test('calls that were under way as the receiver went to rest make the rest no longer', async () => {
  const store = await aHookedStore(500);
  const deliveries = await placeMany(store, 20);
  const release = holdCalls(store);
  const works = deliveries.map((delivery) => work(store, delivery));
  await store.receiver.calls(20);
  release(5);
  await until(async () => (await stateOf(store)) === 'resting');
  release();
  await Promise.all(works);
  expect((await webhookOf(store)).health).toMatchObject({ state: 'resting', failures_in_a_row: 20 });
  clocks.pass(30);
  expect(await stateOf(store)).toBe('failing');
});

describe('what the receiver of before does is not held against another URL', () => {
  test('where its failures come in after that was set', async () => {
    const store = await aHookedStore();
    const other = await aReceiver(500);
    const [own, ...late] = await placeMany(store, 6);
    const release = holdCalls(store);
    const works = late.map((delivery) => work(store, delivery));
    await store.receiver.calls(5);
    await setUrl(store, other.url);
    release();
    await Promise.all(works);
    await work(store, own as Delivery);
    expect(other.received).toHaveLength(1);
    expect(await stateOf(store)).toBe('failing');
  });

  test('where that is set just as it was to rest', async () => {
    const store = await aHookedStore(500);
    const deliveries = await placeMany(store, 5);
    for (const delivery of deliveries.slice(0, 4)) await work(store, delivery);
    const other = await aReceiver(500);
    const race = beforehand(() => setUrl(store, other.url));
    const rests = { command: 'UpdateItem', nth: 3, fault: race };
    const { injected } = await withFaults([rests], () => work(store, deliveries[4] as Delivery));
    expect(injected).toBe(1);
    expect(await webhookOf(store)).toMatchObject({ url: other.url, health: { state: 'ok', failures_in_a_row: 0 } });
  });
});

describe('who died while he alone might try', () => {
  test('is replaced after 15 s', async () => {
    const { store, spare } = await aRestingStore();
    const [first, second, third] = spare;
    clocks.pass(30);
    const dying = { command: 'UpdateItem', nth: 2, lasting: true, fault: failsBefore };
    await expect(withFaults([dying], () => work(store, first))).rejects.toThrow();
    await work(store, second);
    expect(store.receiver.received).toHaveLength(5);
    clocks.pass(15);
    await work(store, third);
    expect(store.receiver.received).toHaveLength(6);
  });
});

test('a rest of one store is no rest of another', async () => {
  const { store } = await aRestingStore();
  const other = await aHookedStore();
  for (const delivery of await placeMany(other, 1)) await work(other, delivery);
  expect([await stateOf(store), await stateOf(other)]).toEqual(['resting', 'ok']);
});
