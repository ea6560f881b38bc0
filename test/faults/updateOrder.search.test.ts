import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { itemsOf } from '../support/database.ts';
import { anOrder, read, tally, times, update } from '../support/orders.ts';

test('after concurrent changes to the customer, the order has only the search keys of the last', async () => {
  const store = await aStore();
  const { number } = await anOrder(store, { customer: { email: 'zero@example.com' } });
  const answers = await times(8, (i) => update(store, number, { customer: { email: `race${i}@example.com` } }));
  expect(tally(answers)).toEqual({ 200: 8 });
  const { customer } = await read(store, number);
  expect(await itemsOf(store, 'FIND#')).toHaveLength(1);
  const { payload } = await call('getOrders', { as: store.key, query: { q: customer?.email as string } });
  expect(payload.orders).toMatchObject([{ number }]);
});
