import { describe, expect, test } from '@jest/globals';
import { countChange } from '../../../lib/db/busiestStore.ts';
import { measureIndexLag, readIndexLagMs } from '../../../lib/db/indexLag.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { aStore, type Store } from '../../support/actors.ts';
import { call } from '../../support/call.ts';
import { holdClocks, holdWallClock } from '../../support/clocks.ts';
import { itemsIn, itemsOf } from '../../support/database.ts';
import { type Fault, withFaults } from '../../support/injectFault.ts';
import { anOrder, update } from '../../support/orders.ts';
import { ownTable } from '../../support/ownTable.ts';

await ownTable();
process.env.STAGE = 'dev';

const idOf = ({ tenant }: Store) => tenant.id as TenantId;

async function changeOften(store: Store, changes: number, now: Date) {
  for (let i = 0; i < changes; i++) await countChange(idOf(store), now);
}

const aMinuteAgo = () => new Date(Date.now() - 60_000);

describe('the index `changed`', () => {
  // Changes are counted by the minute.
  holdWallClock();

  test('is measured in the partition of the store with the most changes, too', async () => {
    const [store, other] = [await aStore(), await aStore()];
    const order = await anOrder(store);
    await changeOften(store, 240, aMinuteAgo());
    await changeOften(other, 239, aMinuteAgo());
    const isOf = (input: unknown) => JSON.stringify(input).includes(idOf(store));
    const late: Fault = async ({ input, forward }) => {
      const reply = await forward();
      return isOf(input) ? { ...reply, output: { ...reply.output, Items: [] } } : reply;
    };
    const { result } = await withFaults(
      [1, 2, 3].map((nth) => ({ command: 'Query', nth, fault: late })),
      measureIndexLag,
    );
    expect(result).toMatchObject({ seconds: expect.any(Number), busiest: idOf(store) });
    expect(result.seconds).toBeGreaterThan(0.2);
    expect(await readIndexLagMs(idOf(store))).toBe(Math.round(result.seconds * 1000));
    expect(await itemsIn('INDEX_LAG')).toMatchObject([{ lag_ms: await readIndexLagMs(idOf(other)) }]);
    const tomorrow = Math.floor(Date.now() / 1000) + 24 * 3600;
    expect(await itemsOf(store, 'INDEX_LAG')).toMatchObject([{ changed: expect.stringMatching(/^!2/), expires_at: tomorrow }]);
    const nextMinute = Math.floor(Date.now() / 60_000 + 1) * 60;
    expect(await itemsIn('QUOTA#BUSIEST')).toMatchObject([{ expires_at: nextMinute + 60 }]);
    expect(await itemsOf(other, 'INDEX_LAG')).toEqual([]);
    const { orders } = (await call('getOrders', { as: store.key, query: { updated_from: '2000-01-01T00:00:00Z' } })).payload;
    expect(orders.map(({ number }: { number: string }) => number)).toEqual([order.number]);
  });

  test('counts as late in a partition that takes no more writes', async () => {
    const store = await aStore();
    await changeOften(store, 480, aMinuteAgo());
    const full: Fault = async ({ input, forward }) => {
      if (JSON.stringify((input as { Key?: object }).Key).includes(idOf(store)))
        throw Object.assign(new Error(), { name: 'ThrottlingException' });
      return forward();
    };
    await withFaults([{ command: 'UpdateItem', nth: 'every', lasting: true, fault: full }], measureIndexLag);
    expect(await readIndexLagMs(idOf(store))).toBe(Number.POSITIVE_INFINITY);
    expect(await readIndexLagMs(idOf(await aStore()))).toBeLessThan(10_000);
  });
});

describe('in one minute', () => {
  const clocks = holdClocks();
  const isNoted = async (store: Store) => (await itemsIn('QUOTA#BUSIEST')).some((item) => idOf(store) in item);

  test('the changes of the minute before do not count', async () => {
    const store = await aStore();
    await changeOften(store, 59, aMinuteAgo());
    await changeOften(store, 59, new Date());
    expect(await isNoted(store)).toBe(false);
  });

  test('requests that change orders note their store, once there are many', async () => {
    const store = await aStore();
    const { number } = await anOrder(store);
    for (let i = 1; i < 59; i++) await update(store, number, { note: `${i}` });
    expect(await isNoted(store)).toBe(false);
    await update(store, number, { note: '59' });
    expect(await isNoted(store)).toBe(true);
    clocks.advance(120);
    expect((await measureIndexLag()).busiest).toBeUndefined();
  });
});
