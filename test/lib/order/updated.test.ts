import { expect, test } from '@jest/globals';
import { aStore } from '../../support/actors.ts';
import { holdClocks } from '../../support/clocks.ts';
import { anOrder, tally, times, update } from '../../support/orders.ts';

holdClocks();

test('`updated` grows with each version, even of changes in the same millisecond', async () => {
  const store = await aStore();
  const order = await anOrder(store);
  const answers = await times(10, (i) => update(store, order.number, { note: `${i}` }));
  expect(tally(answers)).toEqual({ 200: 10 });
  const versions = answers.map(({ payload }) => [payload.orders.version, Date.parse(payload.orders.updated)]);
  const expected = Array.from({ length: 10 }, (_, i) => [i + 2, Date.parse(order.updated) + i + 1]);
  expect(versions.toSorted(([a = 0], [b = 0]) => a - b)).toEqual(expected);
});
