import { describe, expect, test } from '@jest/globals';
import { aStore, platform, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, place, stockOf } from '../support/orders.ts';

const store = await aStore();

test('the quantities of a product on several lines are added up', async () => {
  const sku = await aProduct(store, { stock: 5 });
  const [three, two] = [
    { sku, quantity: 3 },
    { sku, quantity: 2, price: 0, name: 'Gift' },
  ];
  expect(await place(store, { lines: [three, three] })).toMatchObject({
    status: 409,
    code: 'insufficient_stock',
    body: { stock: [{ sku, requested: 6, available: 5 }], errors: [{ field: 'lines[0].quantity' }] },
  });
  const order = await anOrder(store, { lines: [three, two] });
  expect(order.lines).toMatchObject([three, two]);
  expect(order.shipments[0]?.lines).toMatchObject([three, { sku, quantity: 2, returned: 0 }]);
  expect(await stockOf(store, sku)).toEqual([0, 5]);
});

test('an order that exceeds the stock reserves nothing and reports each product that is short', async () => {
  const [plenty, few, none, uncounted] = [
    await aProduct(store, { stock: 100 }),
    await aProduct(store, { stock: 2 }),
    await aProduct(store, { stock: 0 }),
    await aProduct(store),
  ];
  const lines = [plenty, few, uncounted, none].map((sku) => ({ sku, quantity: 3 }));
  const { status, code, body } = await place(store, { lines });
  expect({ status, code }).toEqual({ status: 409, code: 'insufficient_stock' });
  expect(body.stock).toEqual([
    { sku: few, requested: 3, available: 2 },
    { sku: none, requested: 3, available: 0 },
  ]);
  expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['lines[1].quantity', 'lines[3].quantity']);
  for (const [sku, stock] of [
    [plenty, 100],
    [few, 2],
    [none, 0],
  ] as const)
    expect(await stockOf(store, sku)).toEqual([stock, 0]);
});

describe('while the store is unavailable', () => {
  const closed = { status: 409, code: 'store_unavailable' };
  const placed = async (at: Store) => place(at, { lines: [{ sku: await aProduct(at, { stock: 1 }), quantity: 1 }] });

  test('rejects orders with the reason', async () => {
    const fresh = await aStore();
    await call('putOpeningHours', { as: fresh.key, body: { opening_hours: { days: {} } } });
    expect(await placed(fresh)).toMatchObject({ ...closed, body: { reason: 'outside_opening_hours' } });
    await call('updateTenant', { as: platform, params: { id: fresh.tenant.id }, body: { subscribed: 'expired' } });
    expect(await placed(fresh)).toMatchObject({ ...closed, body: { reason: 'subscription_expired' } });
    await call('overrideAvailability', { as: fresh.key, body: { available: false } });
    expect(await placed(fresh)).toMatchObject({ ...closed, body: { reason: 'override' } });
    await call('overrideAvailability', { as: fresh.key, body: { available: true } });
    expect(await placed(fresh)).toMatchObject({ status: 201 });
  });

  test('reports an invalid order first and a shortage last', async () => {
    const fresh = await aStore();
    const sku = await aProduct(fresh, { stock: 1 });
    await call('overrideAvailability', { as: fresh.key, body: { available: false } });
    expect(await place(fresh, { lines: [{ sku: 'missing', quantity: 1 }] })).toMatchObject({ status: 400 });
    expect(await place(fresh, { lines: [{ sku, quantity: 2 }] })).toMatchObject(closed);
  });
});
