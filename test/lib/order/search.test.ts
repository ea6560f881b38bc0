import { expect, test } from '@jest/globals';
import { putAction } from '../../../lib/db/action.ts';
import type { TenantId } from '../../../lib/db/key.ts';
import { put } from '../../../lib/db/write.ts';
import type { Order } from '../../../lib/order/schema.ts';
import { aStore } from '../../support/actors.ts';
import { anOrder } from '../../support/orders.ts';
import { walk } from '../../support/walk.ts';

test('finds an order whose number has twelve digits', async () => {
  const store = await aStore();
  await put(putAction(store.tenant.id as TenantId, 'COUNTER', { drawn: 100_000_000_000 }));
  const { number } = await anOrder(store, { customer: { last_name: 'Hopper', phone: '+4930123456' } });
  expect(number).toBe('100000001001');
  for (const q of [number, 'hopper', '030123456']) {
    const found = (await walk('getOrders', { as: store.key, query: { q } })) as Order[];
    expect([q, found.map((order) => order.number)]).toEqual([q, [number]]);
  }
});
