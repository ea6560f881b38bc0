import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { idlePoll } from '../../../infra/write/usage.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { upsert } from '../../../lib/db/write.ts';
import { loadChanged } from '../../../lib/order/orderChanged.ts';
import { follow } from '../../../lib/webhook/follow.ts';
import type { FollowerName } from '../../../lib/webhook/inputs.ts';
import { platform, suspend } from '../../support/actors.ts';
import { writeOrders } from '../../support/bulkOrders.ts';
import { call } from '../../support/call.ts';
import { fakeClocks } from '../../support/clocks.ts';
import { itemsOf, metered } from '../../support/database.ts';
import { aFollowedStore, type FollowedStore, runFollower, setFollower } from '../../support/followers.ts';
import { beforeCall, interruptSome, withFaults } from '../../support/injectFault.ts';
import { pay, read, times, update } from '../../support/orders.ts';
import { ownTable } from '../../support/ownTable.ts';
import { aReceiver, type Received, until } from '../../support/receiver.ts';
import { newSecret, placeOne, verify, webhookOf } from '../../support/webhooks.ts';

// Other files store a lag of the index, which holds up the position.
await ownTable();

const clocks = fakeClocks();

const healthOf = async (store: FollowedStore) => (await webhookOf(store, 'order-changed')).health;
/** What was received since the last time: number and version, in order of their arrival. */
const taken = ({ receiver }: FollowedStore) =>
  receiver.received.splice(0).map(({ json }) => `${json.data.order.number} v${json.data.order.version}`);
/** Runs a follower, and returns what it sends. */
const sentBy = async (store: FollowedStore, name?: FollowerName) => {
  taken(store);
  await runFollower(store, name);
  return taken(store);
};
const placeMany = async (store: FollowedStore, count: number) => {
  const numbers: string[] = [];
  for (let i = 0; i < count; i++) numbers.push(await placeOne(store));
  return numbers;
};

describe('what is sent', () => {
  test('is the latest state of each order that changed, with all changes, once', async () => {
    const store = await aFollowedStore();
    const secret = await newSecret(store, 'order-changed');
    const number = await placeOne(store);
    clocks.advance(1);
    await update(store, number, { authorized: true });
    await runFollower(store);
    const [received, ...more] = store.receiver.received as [Received, ...Received[]];
    expect(more).toEqual([]);
    expect(verify(secret, received)).toMatchObject({
      type: 'order-changed',
      id: received.headers['webhook-id'],
      tenant: store.tenant.id,
      data: {
        order: { number, version: 2, authorized: true },
        changes: [
          { version: 1, operation: 'placeOrder' },
          { version: 2, operation: 'updateOrder' },
        ],
      },
    });
    expect(received.json.created).toBe(received.json.data.order.updated);
    expect(await sentBy(store)).toEqual([]);
    clocks.advance(100);
    expect(await sentBy(store)).toEqual([]);
    await pay(store, number, {});
    expect(await sentBy(store)).toEqual([`${number} v3`]);
  });

  test('begins with the creation of the follower, or with the first change after `from`, however long ago', async () => {
    const store = await aFollowedStore();
    await placeOne(store);
    clocks.advance(1);
    const from = new Date().toISOString();
    const number = await placeOne(store);
    clocks.advance(3600);
    await setFollower(store, { url: store.receiver.url }, 'order-changed-late');
    expect(await sentBy(store, 'order-changed-late')).toEqual([]);
    await setFollower(store, { from }, 'order-changed-late');
    expect(await sentBy(store, 'order-changed-late')).toEqual([`${number} v1`]);
  });

  test('includes changes that were in flight when the follower was created', async () => {
    const store = await aFollowedStore();
    const before = await placeOne(store);
    clocks.advance(1);
    const createFollower = async () => {
      clocks.advance(1);
      await setFollower(store, { url: store.receiver.url }, 'order-changed-new');
    };
    const late = { command: 'TransactWriteItems', fault: beforeCall(createFollower) };
    const { result: placed } = await withFaults([late], () => placeOne(store));
    expect(await sentBy(store, 'order-changed-new')).toEqual([`${placed} v1`]);
    clocks.advance(1);
    await pay(store, before, {});
    expect(await sentBy(store, 'order-changed-new')).toEqual([`${before} v2`]);
    const { updated: from } = await read(store, before);
    await setFollower(store, { url: store.receiver.url, from }, 'order-changed-from');
    expect(await sentBy(store, 'order-changed-from')).toEqual([`${before} v2`]);
  });

  test('has one ID for each follower, state and era', async () => {
    const store = await aFollowedStore(500, 200);
    await setFollower(store, { url: store.receiver.url }, 'order-changed-b');
    await placeOne(store);
    const [from] = [new Date().toISOString()];
    await runFollower(store);
    clocks.advance(6);
    await runFollower(store);
    const [first, again, ...none] = store.receiver.received.splice(0).map(({ json }) => json.id);
    expect([again, none]).toEqual([first, []]);
    expect(first).toMatch(/^evt_[0-9a-f]{26}$/);
    await runFollower(store, 'order-changed-b');
    await setFollower(store, { from });
    await runFollower(store);
    const ids = store.receiver.received.map(({ json }) => json.id);
    expect(new Set([first, ...ids]).size).toBe(3);
  });

  test('is everything, page by page, while the follower catches up', async () => {
    const store = await aFollowedStore();
    // The changes just before `from` count as sent. A page of the index has about 650.
    const [known, from, later] = [15_000, 10_000, 5_000].map((ago) => new Date(Date.now() - ago)) as [Date, Date, Date];
    const orders = Array.from({ length: 800 }, (_, i) => ({ number: 2001 + i, created: i < 400 ? known : later }));
    await writeOrders(store.tenant.id as TenantId, orders);
    await setFollower(store, { url: store.receiver.url, from: from.toISOString() }, 'order-changed-late');
    clocks.advance(60);
    const missed = orders.slice(400).map(({ number }) => `${number} v1`);
    expect((await sentBy(store, 'order-changed-late')).sort()).toEqual(missed.sort());
    const [{ position, sent }] = (await itemsOf(store, 'POSITION#order-changed-late')) as [{ position: string; sent: object }];
    expect(Date.parse(position)).toBeGreaterThan(later.getTime());
    expect(sent).toEqual({});
  });
});

describe('a rejected order', () => {
  test('is sent again after 5 s, 30 s, 2 min, 5 min and then every 15 min, in its latest state', async () => {
    const store = await aFollowedStore(500);
    const number = await placeOne(store);
    await runFollower(store);
    for (const [i, wait] of [5, 30, 120, 300, 900, 900].entries()) {
      clocks.advance(wait - 1);
      expect(await sentBy(store)).toEqual([]);
      await update(store, number, { note: `${i}` });
      clocks.advance(1);
      expect(await sentBy(store)).toEqual([`${number} v${i + 2}`]);
    }
    expect(await healthOf(store)).toMatchObject({
      state: 'failing',
      failures_in_a_row: 7,
      last_success: null,
      rejected: [number],
    });
    store.receiver.answers(200);
    clocks.advance(900);
    await runFollower(store);
    const time = expect.any(String);
    const success = { state: 'ok', failures_in_a_row: 0, last_success: time, last_failure: time, rejected: [] };
    expect(await healthOf(store)).toMatchObject(success);
  });

  test('does not hold up the others, nor the position', async () => {
    const store = await aFollowedStore();
    const [poison] = await placeMany(store, 1);
    store.receiver.answers(({ json }) => (json.data.order.number === poison ? 500 : 200));
    for (let i = 0; i < 5; i++) {
      const other = await placeOne(store);
      expect(await sentBy(store)).toContain(`${other} v1`);
      clocks.advance(60);
    }
    await runFollower(store);
    const [position] = await itemsOf(store, 'POSITION#');
    expect(Object.keys((position as { sent: object }).sent)).toEqual([]);
    expect(Date.parse(String(position?.position))).toBeGreaterThan(Date.now() - 60_000);
  });

  test('waits for its next change after 75 hours', async () => {
    const store = await aFollowedStore(500);
    const [poison = ''] = await placeMany(store, 1);
    store.receiver.answers(({ json }) => (json.data.order.number === poison ? 500 : 200));
    await runFollower(store);
    for (let hours = 0; hours < 75; hours += 15) {
      clocks.advance(15 * 3600);
      await placeOne(store);
      await runFollower(store);
    }
    expect(await healthOf(store)).toMatchObject({ rejected: [] });
    clocks.advance(3600);
    expect(await sentBy(store)).toEqual([]);
    await update(store, poison, { note: 'x' });
    expect(await sentBy(store)).toEqual([`${poison} v2`]);
  });
});

describe('a receiver that fails', () => {
  test('gets one call at a time after five failures in a row, and everything once it recovers', async () => {
    const store = await aFollowedStore(500);
    await placeMany(store, 20);
    expect(await sentBy(store)).toHaveLength(20);
    for (const wait of [5, 30, 120, 300, 900]) {
      clocks.advance(wait - 1);
      expect(await sentBy(store)).toEqual([]);
      clocks.advance(1);
      expect(await sentBy(store)).toHaveLength(1);
    }
    store.receiver.answers(200);
    clocks.advance(900);
    expect(await sentBy(store)).toHaveLength(20);
    expect(await healthOf(store)).toMatchObject({ state: 'ok', rejected: [] });
  });

  test('is not probed by a call that began before the fifth failure', async () => {
    const store = await aFollowedStore(500);
    const numbers = await placeMany(store, 6);
    await follow(store.tenant.id as TenantId, 'WEBHOOK#order-changed', async (tenant, number) => {
      if (number === numbers[5]) await store.receiver.calls(5).then(() => sleep(200));
      return loadChanged(tenant, number);
    });
    expect(taken(store)).toHaveLength(6);
    clocks.advance(5);
    expect(await sentBy(store)).toHaveLength(1);
  });

  test('gets 50 calls, then waits like the rejected orders, and everything once it recovers', async () => {
    const store = await aFollowedStore(500);
    const placed = Array.from({ length: 130 }, (_, i) => ({ number: 2001 + i, created: new Date() }));
    await writeOrders(store.tenant.id as TenantId, placed);
    for (let i = 0; i < 3; i++) await runFollower(store);
    const first = taken(store).length;
    expect(first).toBeGreaterThanOrEqual(50);
    expect(first).toBeLessThan(60);
    clocks.advance(900);
    expect(await sentBy(store)).toHaveLength(1);
    expect((await healthOf(store)).rejected).toHaveLength(first + 1);
    store.receiver.answers(200);
    clocks.advance(1);
    await setFollower(store, { url: store.receiver.url });
    for (let i = 0; i < 3; i++) await runFollower(store);
    expect(new Set(taken(store))).toEqual(new Set(placed.map(({ number }) => `${number} v1`)));
  });

  test('pauses the follower with a 410, until the URL is set', async () => {
    const store = await aFollowedStore(410);
    const number = await placeOne(store);
    // Older than what the index may still change.
    clocks.advance(60);
    expect(await sentBy(store)).toHaveLength(1);
    expect(await healthOf(store)).toMatchObject({ state: 'paused', failures_in_a_row: 1, rejected: [] });
    expect(await sentBy(store)).toEqual([]);
    store.receiver.answers(200);
    await setFollower(store, { url: store.receiver.url });
    expect(await sentBy(store)).toEqual([`${number} v1`]);
    expect(await healthOf(store)).toMatchObject({ state: 'ok' });
  });

  test.each([['url'], ['from']])(
    'pauses the follower after 75 hours, until %s is set, and then gets everything',
    async (field) => {
      const store = await aFollowedStore(500);
      const number = await placeOne(store);
      const placed = new Date(Date.now() - 1000).toISOString();
      await runFollower(store);
      clocks.advance(75 * 3600 - 1);
      await runFollower(store);
      expect((await healthOf(store)).state).toBe('failing');
      clocks.advance(900);
      await runFollower(store);
      expect(await healthOf(store)).toMatchObject({ state: 'paused' });
      clocks.advance(3600);
      const other = await placeOne(store);
      expect(await sentBy(store)).toEqual([]);
      store.receiver.answers(200);
      await setFollower(store, field === 'url' ? { url: store.receiver.url } : { from: placed });
      expect((await sentBy(store)).sort()).toEqual([`${number} v1`, `${other} v1`]);
    },
  );

  test('gets what it rejected at once after a successful test', async () => {
    const store = await aFollowedStore(500);
    const numbers = await placeMany(store, 6);
    await runFollower(store);
    store.receiver.answers(200);
    clocks.advance(1);
    await call('testWebhook', { as: store.key, params: { name: 'order-changed' } });
    expect(await sentBy(store)).toHaveLength(numbers.length);
  });

  test('starts counting the 75 hours again after a successful test', async () => {
    const store = await aFollowedStore(500);
    await placeOne(store);
    await runFollower(store);
    clocks.advance(74 * 3600);
    store.receiver.answers(200);
    await call('testWebhook', { as: store.key, params: { name: 'order-changed' } });
    store.receiver.answers(500);
    for (const hours of [0, 2]) {
      clocks.advance(hours * 3600);
      expect(await sentBy(store)).toHaveLength(1);
      expect((await healthOf(store)).state).toBe('failing');
    }
  });
});

describe('a change of the settings', () => {
  test('to a later `from` forgets nothing that was rejected or not sent yet', async () => {
    const store = await aFollowedStore(500);
    const numbers = await placeMany(store, 2);
    await runFollower(store);
    clocks.advance(100);
    numbers.push(await placeOne(store));
    clocks.advance(100);
    await setFollower(store, { from: new Date().toISOString() });
    store.receiver.answers(200);
    expect((await sentBy(store)).sort()).toEqual(numbers.map((number) => `${number} v1`));
  });

  test('to another URL ends a run that has only read the former one', async () => {
    const [store, other] = [await aFollowedStore(), await aReceiver()];
    const number = await placeOne(store);
    await interruptSome(() => runFollower(store), [() => setFollower(store, { url: other.url })]);
    expect(taken(store)).toEqual([]);
    await runFollower(store);
    expect(taken({ ...store, receiver: other })).toEqual([`${number} v1`]);
  });

  test('to another URL sends it what the former one accepted meanwhile', async () => {
    const [store, other] = [await aFollowedStore(), await aReceiver()];
    const number = await placeOne(store);
    store.receiver.answers(async () => {
      await setFollower(store, { url: other.url });
      return 200;
    });
    await runFollower(store);
    await runFollower(store);
    const [[first], [second]] = [store.receiver.received, other.received];
    expect(second?.json.data.order.number).toBe(number);
    expect(second?.json.id).toBe(first?.json.id);
  });

  test('is not needed: a successful test during a call that fails also lets its order be sent at once', async () => {
    const store = await aFollowedStore();
    await placeOne(store);
    store.receiver.answers(
      async () => {
        clocks.advance(1);
        await call('testWebhook', { as: store.key, params: { name: 'order-changed' } });
        clocks.advance(1);
        return 500;
      },
      200,
      200,
    );
    await runFollower(store);
    expect(await sentBy(store)).toHaveLength(1);
  });

  test('of `from` is possible ten times a minute', async () => {
    const store = await aFollowedStore();
    const from = new Date(Date.now() - 1000).toISOString();
    const codes = [];
    for (let i = 0; i < 11; i++) codes.push((await setFollower(store, { from })).code);
    expect(codes).toEqual([...Array(10).fill(undefined), 'rate_limited']);
    const { url } = store.receiver;
    expect((await setFollower(store, { url })).status).toBe(200);
    await setFollower(store, { url: null });
    expect((await setFollower(store, { url, from })).code).toBe('rate_limited');
  });
});

describe('runs', () => {
  test('keep their position while the index is too late to be measured', async () => {
    const store = await aFollowedStore();
    await placeOne(store);
    await runFollower(store);
    const position = async () => (await itemsOf(store, 'POSITION#'))[0]?.position;
    const before = await position();
    clocks.advance(60);
    await upsert('INDEX_LAG', 'INDEX_LAG', { lag_ms: null });
    await placeOne(store);
    await runFollower(store);
    expect(await position()).toBe(before);
    await upsert('INDEX_LAG', 'INDEX_LAG', { lag_ms: 0 });
    await placeOne(store);
    await runFollower(store);
    expect(await position()).not.toBe(before);
  });

  test('of one follower never run at the same time', async () => {
    const store = await aFollowedStore();
    await placeMany(store, 30);
    await Promise.all(Array.from({ length: 8 }, () => runFollower(store)));
    await runFollower(store);
    expect(taken(store)).toHaveLength(30);
  });

  test('that come while another runs send nothing', async () => {
    const store = await aFollowedStore();
    const number = await placeOne(store);
    let meanwhile: string[] = [];
    store.receiver.answers(async () => {
      taken(store);
      clocks.advance(1);
      await update(store, number, { note: 'x' });
      await runFollower(store);
      meanwhile = taken(store);
      return 200;
    }, 200);
    await runFollower(store);
    await runFollower(store);
    expect([meanwhile, taken(store)]).toEqual([[], [`${number} v2`]]);
  });

  test('find a change that the index shows ten seconds late', async () => {
    const store = await aFollowedStore();
    clocks.advance(60);
    const first = await placeOne(store);
    expect(await sentBy(store)).toEqual([`${first} v1`]);
    await writeOrders(store.tenant.id as TenantId, [{ number: 2001, created: new Date(Date.now() - 10_000) }]);
    expect(await sentBy(store)).toEqual(['2001 v1']);
  });

  test('send changes of other orders while a call hangs', async () => {
    const { promise: hang, resolve: end } = Promise.withResolvers<number>();
    const store = await aFollowedStore(() => hang, 200);
    await placeOne(store);
    const run = runFollower(store);
    await store.receiver.calls(1);
    const other = await placeOne(store);
    await until(() => {
      clocks.advance(0.1);
      return store.receiver.received.length > 1;
    });
    expect(taken(store)).toContain(`${other} v1`);
    end(200);
    await run;
  });

  test('save their progress each second, and sign with a new secret from then on', async () => {
    let secret = '';
    const store = await aFollowedStore(
      200,
      async () => {
        secret = await newSecret(store, 'order-changed');
        await until(async () => {
          clocks.advance(0.1);
          return Object.keys((await itemsOf(store, 'POSITION#'))[0]?.sent as object).length === 1;
        });
        await placeOne(store);
        clocks.advance(1);
        await store.receiver.calls(3);
        return 200;
      },
      200,
    );
    await placeMany(store, 2);
    await runFollower(store);
    expect(verify(secret, store.receiver.received[2] as Received)).toBeDefined();
  });

  test('wait for a call that takes longer than a second', async () => {
    const store = await aFollowedStore(async () => {
      await sleep(1500);
      return 200;
    });
    await placeOne(store);
    await runFollower(store);
    expect(await healthOf(store)).toMatchObject({ state: 'ok', failures_in_a_row: 0 });
  });

  test('stop when the follower is removed, and do not bring it back', async () => {
    const store = await aFollowedStore(async () => {
      await setFollower(store, { url: null });
      return 200;
    });
    await placeOne(store);
    await runFollower(store);
    expect([await itemsOf(store, 'WEBHOOK#'), await itemsOf(store, 'POSITION#')]).toEqual([[], []]);
  });

  test('do not undo a change of `from` that comes meanwhile', async () => {
    const store = await aFollowedStore();
    const number = await placeOne(store);
    const from = new Date(Date.now() - 1000).toISOString();
    store.receiver.answers(async () => {
      await setFollower(store, { from });
      return 200;
    }, 200);
    for (let run = 0; run < 2; run++) expect(await sentBy(store)).toEqual([`${number} v1`]);
  });

  test('wait while the tenant is suspended, and then send what changed', async () => {
    const store = await aFollowedStore();
    const number = await placeOne(store);
    await suspend(store, true);
    expect(await sentBy(store)).toEqual([]);
    await suspend(store, false);
    expect(await sentBy(store)).toEqual([`${number} v1`]);
  });

  test('do not count a suspension as part of the 75 hours', async () => {
    const store = await aFollowedStore(500);
    const number = await placeOne(store);
    await runFollower(store);
    await suspend(store, true);
    clocks.advance(76 * 3600);
    await suspend(store, false);
    expect(await sentBy(store)).toHaveLength(1);
    expect(await healthOf(store)).toMatchObject({ state: 'failing', rejected: [number] });
  });

  test('do not begin again if `suspended: false` is sent for a store that is not suspended', async () => {
    const store = await aFollowedStore(500);
    await placeOne(store);
    await runFollower(store);
    clocks.advance(70 * 3600);
    await call('updateTenant', { as: platform, params: { id: store.tenant.id }, body: { suspended: false, country: 'FR' } });
    clocks.advance(6 * 3600);
    await runFollower(store);
    expect((await healthOf(store)).state).toBe('paused');
  });

  test('cost three reads and no write while nothing changes', async () => {
    const store = await aFollowedStore();
    await placeOne(store);
    await runFollower(store);
    clocks.advance(60);
    await runFollower(store);
    const { sent } = await metered(() => runFollower(store));
    expect(sent.map(({ command }) => command)).toEqual(['GetItem', 'BatchGetItem', 'Query']);
    expect(sent.reduce((sum, { units }) => sum + units, 0)).toBeLessThanOrEqual(idlePoll.reads);
  });
});

test('the store knows its followers, however creating and removing them race', async () => {
  const store = await aFollowedStore();
  const names = ['order-changed-a', 'order-changed-b'] as const;
  const change = (i: number) => setFollower(store, { url: i % 3 ? store.receiver.url : null }, names[i % 2]);
  for (const { status } of await times(12, change)) expect([200, 404]).toContain(status);
  const [account] = await itemsOf(store, 'TENANT');
  const stored = (await itemsOf(store, 'WEBHOOK#')).map(({ sk }) => String(sk).slice('WEBHOOK#'.length));
  expect([...((account?.followers ?? []) as string[])].sort()).toEqual(stored);
  expect((await itemsOf(store, 'POSITION#')).map(({ sk }) => String(sk).slice('POSITION#'.length))).toEqual(stored);
});
