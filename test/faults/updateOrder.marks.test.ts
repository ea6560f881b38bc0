import { expect, test } from '@jest/globals';
import { aStore, type Store } from '../support/actors.ts';
import { fakeClocks } from '../support/clocks.ts';
import { itemsOf } from '../support/database.ts';
import { anOrder, pay } from '../support/orders.ts';

const clocks = fakeClocks();
const marksOf = async (store: Store) => JSON.parse((await itemsOf(store, 'ORDER#'))[0]?.internal as string).marks;

test('an order forgets requests that ended long ago', async () => {
  const store = await aStore();
  const { number } = await anOrder(store);
  await pay(store, number, { total: 1 });
  clocks.advance(10);
  await pay(store, number, { total: 1 });
  expect(await marksOf(store)).toHaveLength(2);
  clocks.advance(11);
  await pay(store, number, { total: 1 });
  expect(await marksOf(store)).toHaveLength(2);
  clocks.advance(21);
  await pay(store, number, { total: 1 });
  expect(await marksOf(store)).toHaveLength(1);
});
