import { expect, test } from '@jest/globals';
import { aStore } from '../support/actors.ts';
import { type Answer, call } from '../support/call.ts';
import { anOrder, aProduct, pay, place, read, ship, stockOf, tally, times, update } from '../support/orders.ts';

const store = await aStore();

test('of thirty concurrent payments of 0.5 on a total of 10, exactly twenty succeed', async () => {
  const { number } = await anOrder(store);
  const answers = await times(30, () => pay(store, number, { total: 0.5 }));
  expect(tally(answers)).toEqual({ 201: 20, payment_exceeds_balance: 10 });
  const balances = answers.flatMap(({ payload }) => (payload ? [payload.payment.balance_after] : []));
  expect(balances.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i / 2));
  expect(await read(store, number)).toMatchObject({ paid: 10, balance: 0, version: 21 });
});

test('forty concurrent orders for two scarce products each reserve all of their lines or none', async () => {
  const [tea, cup] = [await aProduct(store, { stock: 12 }), await aProduct(store, { stock: 20 })];
  const lines = [tea, cup].map((sku) => ({ sku, quantity: 2 }));
  const answers = await times(40, (i) => place(store, { lines: i % 2 ? lines : lines.toReversed() }));
  expect(tally(answers)).toEqual({ 201: 6, insufficient_stock: 34 });
  expect([await stockOf(store, tea), await stockOf(store, cup)]).toEqual([
    [0, 12],
    [8, 12],
  ]);
});

test('money and units add up after any mix of concurrent requests', async () => {
  const sku = await aProduct(store, { stock: 10 });
  const order = await anOrder(store, { lines: [{ sku, quantity: 4 }], authorized: true });
  const { number } = order;
  const actions: (() => Promise<Answer>)[] = [
    () => pay(store, number, { total: 3 }),
    () => pay(store, number),
    () => pay(store, number, { method: 'refund', total: -2 }),
    () => pay(store, number, { method: 'refund' }),
    () => update(store, number, { cancelled: true, restock: true }),
    () => update(store, number, { cancelled: false }),
    () => update(store, number, { cancelled: true }),
    () => ship(store, order, { state: 'shipped' }),
    () => ship(store, order, { state: 'ready' }),
    () => call('adjustStock', { as: store.key, params: { sku }, body: { adjust: 1 } }),
    () => call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 10, stock: null } }),
  ];
  for (let round = 0; round < 4; round++) {
    const answers = await times(44, (i) => (actions[(i * 7 + round) % actions.length] as (typeof actions)[number])());
    expect(answers.filter(({ status }) => ![200, 201, 400, 409].includes(status))).toEqual([]);
    const { payments, balance, cancelled, paid, refunded, shipments, version } = await read(store, number);
    const sum = payments.reduce((all, { total }) => all + total, 0);
    expect(balance).toBe((cancelled ? 0 : 40) - sum);
    expect(sum).toBe(paid - refunded);
    expect(sum).toBeGreaterThanOrEqual(0);
    expect(version).toBeGreaterThan(payments.length);
    // With a stock count again, only the units of this order can be reserved.
    await call('putProduct', { as: store.key, params: { sku }, body: { name: 'Tea', price: 10, stock: 10 } });
    const [available, reserved] = (await stockOf(store, sku)) as [number, number];
    const choices = shipments[0]?.state === 'ready' ? (cancelled ? [0, 4] : [4]) : [0];
    expect([available, choices.includes(reserved)]).toEqual([10, true]);
  }
});
