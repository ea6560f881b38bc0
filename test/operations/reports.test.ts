import { expect, test } from '@jest/globals';
import type { Order, ReportDay } from '../../lib/order/schema.ts';
import { addDays, dayBefore } from '../../lib/values/calendar.ts';
import { aStore, type Store } from '../support/actors.ts';
import { call } from '../support/call.ts';
import { anOrder, aProduct, cancelPart, pay, place, ship, update } from '../support/orders.ts';
import { walk } from '../support/walk.ts';

const report = ({ key: as }: Store, query: Record<string, string> = {}) => call('getDailyReport', { as, query });
const dayOf = (timeZone: string) => new Date().toLocaleDateString('sv-SE', { timeZone });

test('adds up the orders of a day, as they are now', async () => {
  const store = await aStore();
  const sku = await aProduct(store, { price: 10.1 });
  const lines = [{ sku, quantity: 1 }];
  for (const authorized of [false, true, true, true]) await anOrder(store, { lines, authorized });
  await pay(store, '1002', { total: 4 });
  await pay(store, '1003');
  await pay(store, '1003', { method: 'refund', total: -0.1, credit: true });
  await pay(store, '1004');
  await update(store, '1004', { cancelled: true });
  const { payload } = await report(store);
  const day = dayOf('Europe/Berlin');
  expect(payload).toEqual({
    days: [
      {
        ...{ day, currency: 'EUR', orders: 3, cancelled: 1, unauthorized: 1, unpaid: 2 },
        ...{ ordered: 30.3, credited: 0.1, paid: 24.2, refunded: 0.1, due: 16.2, overpaid: 10.1 },
      },
    ],
    complete_from: expect.any(String),
    next_cursor: null,
  });
});

test('adds up payments of an order that together are more than any order may cost', async () => {
  const store = await aStore();
  const total = 884_709_627_125.713;
  const { number } = await anOrder(store, {
    currency: 'KWD',
    lines: [{ sku: await aProduct(store), quantity: 1, price: total }],
  });
  for (let i = 0; i < 5; i++) {
    if (i > 0) await pay(store, number, { method: 'refund', total: -total });
    await pay(store, number, { total });
  }
  expect((await report(store)).payload.days).toMatchObject([{ paid: 4_423_548_135_628.565, refunded: 3_538_838_508_502.852 }]);
});

test('agrees with the orders, whatever their currencies', async () => {
  const store = await aStore();
  const sku = await aProduct(store);
  const currencies = ['EUR', 'JPY', 'KWD', 'EUR'];
  for (const [i, currency] of currencies.entries()) {
    await place(store, { currency, lines: [{ sku, quantity: 3, price: currency === 'KWD' ? 1.001 : i + 1 }] });
  }
  await pay(store, '1003', { total: 0.003 });
  const { days } = (await report(store)).payload as { days: ReportDay[] };
  const orders = (await walk('getOrders', { as: store.key })) as Order[];
  for (const { currency, ordered, due, orders: count } of days) {
    const own = orders.filter((order) => order.currency === currency);
    expect([count, ordered]).toEqual([own.length, own.reduce((sum, { total }) => sum + total, 0)]);
    expect(due).toBe(own.reduce((sum, { balance }) => sum + balance, 0));
  }
  expect(days.map(({ currency }) => currency)).toEqual(['KWD', 'JPY', 'EUR']);
});

test("a day is the one of the store's time zone, and other days are left out", async () => {
  const [east, west] = [await aStore({ timezone: 'Pacific/Kiritimati' }), await aStore({ timezone: 'Pacific/Pago_Pago' })];
  for (const store of [east, west]) await anOrder(store);
  const days = async (store: Store, query: Record<string, string> = {}) =>
    (await report(store, query)).payload.days.map(({ day, orders }: ReportDay) => [day, orders]);
  const [later, earlier] = [dayOf('Pacific/Kiritimati'), dayOf('Pacific/Pago_Pago')];
  expect(later > earlier).toBe(true);
  expect(await days(east)).toEqual([[later, 1]]);
  expect(await days(west)).toEqual([[earlier, 1]]);
  expect(await days(east, { from: earlier, to: later })).toEqual([[later, 1]]);
  // 30 days, unless `from` is given.
  expect(await days(east, { to: addDays(later, 29) })).toEqual([[later, 1]]);
  for (const to of ['2020-01-31', addDays(later, 30)]) expect(await days(east, { to })).toEqual([]);
  expect(await days(west, { from: earlier, to: earlier })).toEqual([[earlier, 1]]);
  expect(await days(west, { to: dayBefore(earlier) })).toEqual([]);
});

test.each([
  [{ from: '2026-02-30' }, 'from', /must be a day/],
  [{ to: '1969-12-31' }, 'to', /must be a day/],
  [{ to: '9998-01-01' }, 'to', /must be a day/],
  [{ from: '2026-02-02', to: '2026-02-01' }, 'to', /must not be before `from`/],
  [{ from: '2025-11-26', to: '2026-12-31' }, 'from', /at most 399 days/],
  [{ limit: '5' }, 'limit', /not a filter/],
])('rejects %j', async (query, field, message) => {
  const store = await aStore();
  const errors = [{ field, message: expect.stringMatching(message) }];
  expect(await report(store, query)).toMatchObject({ status: 400, body: { errors } });
});

test('covers 400 days', async () => {
  const { status, payload } = await report(await aStore(), { from: '2025-11-27', to: '2026-12-31' });
  expect([status, payload.days]).toEqual([200, []]);
});

const openReport = async ({ key: as }: Store) => (await call('getOpenReport', { as })).payload;

test('counts what can ship and what is to be refunded', async () => {
  const store = await aStore();
  expect(await openReport(store)).toEqual({
    shippable: { orders: 0, oldest: null },
    overpaid: { orders: 0, refunds: [] },
    next_cursor: null,
  });
  const sku = await aProduct(store, { price: 10.1 });
  const order = { authorized: true, lines: [{ sku, quantity: 2 }] };
  const [first, second, third] = [await anOrder(store, order), await anOrder(store, order), await anOrder(store, order)];
  await place(store, { authorized: true, currency: 'JPY', lines: [{ sku, quantity: 1, price: 500 }] });
  await anOrder(store);
  await ship(store, first, { state: 'shipped' });
  expect(await openReport(store)).toMatchObject({ shippable: { orders: 3, oldest: second.created }, overpaid: { orders: 0 } });
  for (const number of [second.number, third.number, '1004']) await pay(store, number);
  await cancelPart(store, second.number, { lines: [{ line: 0, quantity: 1 }] });
  for (const number of [third.number, '1004']) await update(store, number, { cancelled: true });
  expect(await openReport(store)).toEqual({
    shippable: { orders: 1, oldest: second.created },
    overpaid: {
      orders: 3,
      refunds: [
        { currency: 'EUR', amount: 30.3 },
        { currency: 'JPY', amount: 500 },
      ],
    },
    next_cursor: null,
  });
  await pay(store, third.number, { method: 'refund', total: -0.2 });
  expect((await openReport(store)).overpaid.refunds[0]).toEqual({ currency: 'EUR', amount: 30.1 });
  await pay(store, third.number, { method: 'refund' });
  expect((await openReport(store)).overpaid).toMatchObject({ orders: 2, refunds: [{ amount: 10.1 }, { amount: 500 }] });
});
