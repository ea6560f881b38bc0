import { expect, test } from '@jest/globals';
import { putAction } from '../../../lib/db/action.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { put } from '../../../lib/db/write.ts';
import type { Order } from '../../../lib/order/schema.ts';
import { aStore, type Store } from '../../support/actors.ts';
import { writeOrders } from '../../support/bulkOrders.ts';
import { call } from '../../support/call.ts';
import { itemsOf, metered } from '../../support/database.ts';
import { type Fault, withFaults } from '../../support/injectFault.ts';
import { anOrder, ship } from '../../support/orders.ts';
import { walk } from '../../support/walk.ts';

const authorized = { authorized: true };

const list = async ({ key }: Store, query: Record<string, string>) =>
  ((await walk('getOrders', { as: key, query })) as Order[]).map(({ number }) => Number(number));

test('only orders with something left to do are in the index', async () => {
  const store = await aStore();
  const [, shipped] = [await anOrder(store, authorized), await anOrder(store, authorized), await anOrder(store)];
  await ship(store, shipped, { state: 'shipped' });
  const keys = (await itemsOf(store)).flatMap(({ unfinished }) => (unfinished === undefined ? [] : [unfinished]));
  expect(keys).toEqual(['000000001001#s']);
});

test('an order that is in the index twice, while that catches up, is listed once', async () => {
  const store = await aStore();
  await anOrder(store, authorized);
  const fault: Fault = async ({ forward }) => {
    const { output, ...reply } = await forward();
    const former = { ...output.Items[0], unfinished: '000000001001#os' };
    return { ...reply, output: { ...output, Items: [...output.Items, former] } };
  };
  const { result, injected } = await withFaults([{ command: 'Query', fault }], () => list(store, { shippable: 'true' }));
  expect([injected, result]).toEqual([1, [1001]]);
});

/** The calls and units of listing what can ship, in a store with three such orders and this many others. */
async function costBeside(others: number) {
  const store = await aStore();
  const open = [1001, 1002, 1003];
  for (let i = 0; i < open.length; i++) await anOrder(store, authorized);
  const placed = Array.from({ length: others }, (_, i) => ({ number: 1004 + i, created: new Date() }));
  await writeOrders(store.tenant.id as TenantId, placed);
  await call('getOrders', { as: store.key, query: { limit: '1' } });
  const { sent, units } = await metered(async () => {
    for (const order of ['', 'asc']) expect((await list(store, { shippable: 'true', order })).toSorted()).toEqual(open);
  });
  return { calls: sent.map(({ command }) => command), units };
}

test('the cost depends on the unfinished orders only', async () => {
  const alone = await costBeside(0);
  expect(alone.calls).toEqual(['Query', 'BatchGetItem', 'Query', 'BatchGetItem']);
  expect(await costBeside(1000)).toEqual(alone);
});

test('finds an order whose number has twelve digits', async () => {
  const store = await aStore();
  await put(putAction(store.tenant.id as TenantId, 'COUNTER', { drawn: 100_000_000_000 }));
  const { number } = await anOrder(store, { customer: { last_name: 'Hopper', phone: '+4930123456' } });
  expect(number).toBe('100000001001');
  for (const q of [number, 'hopper', '030123456']) expect(await list(store, { q })).toEqual([Number(number)]);
});
