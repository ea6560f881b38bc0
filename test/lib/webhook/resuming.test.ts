import { describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/db/key.ts';
import { heldClocks } from '../../support/clocks.ts';
import { meanwhile, withFaults } from '../../support/injectFault.ts';
import { owe } from '../../support/table.ts';
import {
  aHookedStore,
  deliveriesOf,
  placed,
  redeliver,
  resumed,
  setAgain,
  setUrl,
  theDelivery,
  webhookOf,
  work,
} from '../../support/webhooks.ts';

const clocks = heldClocks();

const hour = 3600;

test('an event is not forgotten whose URL is set just as it begins to wait', async () => {
  const store = await aHookedStore();
  await placed(store);
  await setUrl(store, null);
  const race = meanwhile(() => setAgain(store));
  const delivery = await theDelivery(store);
  const { injected } = await withFaults([{ command: 'BatchGetItem', fault: race }], () => work(store, delivery));
  expect(injected).toBe(1);
  expect(await theDelivery(store)).toMatchObject({ state: 'pending' });
  await work(store, await theDelivery(store));
  expect(await theDelivery(store)).toMatchObject({ state: 'delivered' });
});

test('so many that one go takes too long for them are resumed by the next', async () => {
  const store = await aHookedStore();
  const number = await placed(store);
  await owe(store.tenant.id as TenantId, number, 300, { shard: `REST#${store.tenant.id}`, state: 'waiting' });
  await setUrl(store, store.receiver.url);
  const waiting = async () => (await deliveriesOf(store)).filter(({ state }) => state === 'waiting').length;
  const slow = meanwhile(async () => clocks.pass(21));
  await withFaults([{ command: 'Query', fault: slow }], () => resumed(store));
  expect(await waiting()).toBe(50);
  await resumed(store);
  expect(await waiting()).toBe(0);
});

test('nor one whose URL is set as it settles down to a long wait', async () => {
  const store = await aHookedStore();
  await placed(store);
  await setUrl(store, null);
  await work(store, await theDelivery(store));
  clocks.pass(60);
  const race = meanwhile(() => setAgain(store));
  const delivery = await theDelivery(store);
  await withFaults([{ command: 'BatchGetItem', fault: race }], () => work(store, delivery));
  expect(await theDelivery(store)).toMatchObject({ state: 'pending' });
  await work(store, await theDelivery(store));
  expect(await theDelivery(store)).toMatchObject({ state: 'delivered' });
});

test('an event of weeks ago that is redelivered while there is no URL arrives when one is set', async () => {
  const store = await aHookedStore();
  await placed(store);
  const { id } = await theDelivery(store);
  await work(store, { id });
  clocks.pass(29 * 24 * hour);
  await setUrl(store, null);
  await redeliver(store, id);
  for (const look of [0, 60]) {
    clocks.pass(look);
    await work(store, { id });
  }
  expect(await theDelivery(store)).toMatchObject({ state: 'waiting' });
  await setAgain(store);
  await work(store, { id });
  expect(await theDelivery(store)).toMatchObject({ state: 'delivered' });
});

describe('a 410', () => {
  test('pauses, keeps the attempt, and a PATCH of the same URL goes on', async () => {
    const store = await aHookedStore(410, 200);
    await placed(store);
    await work(store, await theDelivery(store));
    expect((await webhookOf(store)).health).toMatchObject({ state: 'paused', failures_in_a_row: 1 });
    await work(store, await theDelivery(store));
    expect(await theDelivery(store)).toMatchObject({ state: 'waiting', attempts: [{ status: 410 }] });
    await placed(store);
    expect(await deliveriesOf(store)).toHaveLength(2);
    await setAgain(store);
    expect((await webhookOf(store)).health.state).toBe('failing');
    for (const delivery of await deliveriesOf(store)) await work(store, delivery);
    expect(await deliveriesOf(store)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
  });

  test('of the former receiver does not pause the one that was set meanwhile', async () => {
    const store = await aHookedStore();
    store.receiver.answers(async () => {
      await setUrl(store, `${store.receiver.url}/2`);
      return 410;
    }, 200);
    await placed(store);
    await work(store, await theDelivery(store));
    expect((await webhookOf(store)).health.state).not.toBe('paused');
    await work(store, await theDelivery(store));
    expect(await theDelivery(store)).toMatchObject({ state: 'delivered', attempts: [{ status: 410 }, { status: 200 }] });
    expect(store.receiver.received.map(({ url }) => url)).toEqual(['/hooks', '/hooks/2']);
  });
});
