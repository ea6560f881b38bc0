import { expect, test } from '@jest/globals';
import { aBookkeeper, always } from '../../support/books.ts';
import { aFaultyServer, type Fault, pass } from '../../support/faultyServer.ts';

const dayOf = (time: string, timeZone = 'Europe/Berlin') => new Date(time).toLocaleDateString('sv-SE', { timeZone });

test('reports the exact totals in each currency by day, week or month, as text and as JSON', async () => {
  const { store, place, ops, opsJson } = await aBookkeeper();
  const orders = await Promise.all([0.1, 45.7, 20, 30, 8].map((price) => place(price)));
  const [, paid = '', refunded = '', credited = '', cancelled = ''] = orders.map(({ number }) => number);
  for (const number of [paid, refunded, cancelled]) await store.createPayment({ number });
  await store.createPayment({ number: refunded, method: 'refund', total: -7.9 });
  await store.createPayment({ number: refunded, method: 'refund', total: -0.2, credit: true });
  await store.createCredit({ number: credited, amount: 10 });
  await store.createCredit({ number: credited, amount: 0.2 });
  // The credit of an order that is cancelled later does not count.
  await store.createPayment({ number: cancelled, method: 'refund', total: -1, credit: true });
  await store.updateOrder({ number: cancelled, cancelled: true });
  const { number, created } = await place(790, { currency: 'JPY' });
  await store.createPayment({ number });
  const today = dayOf(created);
  const day = ['report', '--from', today, '--to', today];
  const { code, stdout, stderr } = await ops(day);
  expect([code, stderr]).toEqual([0, '']);
  const [euros, yen] = ['EUR', 'JPY'].map((currency) => stdout.split('\n\n').find((part) => part.startsWith(currency)));
  expect(`${euros}`.trimEnd()).toBe(`EUR
DAY         ORDERS  CANCELLED  ORDERED   PAID  REFUNDED  CREDITED    DUE  OVERPAID
${today}       4          1    95.80  73.70      9.10     10.40  27.80      7.00  ████████████████████
total            4          1    95.80  73.70      9.10     10.40  27.80      7.00`);
  expect(yen).toMatch(/^total +1 +0 +790 +790 +0 +0 +0 +0$/m);
  const byMonth = (await ops([...day, '--by', 'month', '--json'])).stdout;
  expect(byMonth).toContain('"paid": 73.70,');
  const total = { orders: 4, cancelled: 1, ordered: 95.8, paid: 73.7, refunded: 9.1, credited: 10.4, due: 27.8, overpaid: 7 };
  expect(JSON.parse(byMonth)).toMatchObject({
    by: 'month',
    timezone: 'Europe/Berlin',
    currencies: [{ currency: 'EUR', rows: [{ month: today.slice(0, 7), ...total }], total, taxes: [] }, { currency: 'JPY' }],
  });
  const byWeek = await opsJson(['report', '--from', '2026-01-01', '--to', '2999-12-31', '--by', 'week']);
  const [{ rows }] = byWeek.currencies;
  expect([rows[0], rows[1], rows.at(-1)]).toMatchObject([{ week: '2026-W01' }, { week: '2026-W02' }, { ordered: 95.8 }]);
  expect(byWeek.currencies[0].total).toEqual(total);
});

test('adds up the taxes of the orders of the period by rate, without cancelled orders', async () => {
  const { store, place, ops, opsJson } = await aBookkeeper();
  const line = (price: number, tax_rate: number) => ({ lines: [{ sku: 'TEA', quantity: 1, price, tax_rate }] });
  // Each order rounds its own tax. Rounded once, the tax in 0.16 would be 0.01.
  for (const order of [line(0.08, 7.5), line(0.08, 7.5), line(11.9, 19)]) await place(0, order);
  const cancelled = await place(0, line(119, 19));
  await store.updateOrder({ number: cancelled.number, cancelled: true });
  const shipping = { name: 'Post', price: 1.19, tax_rate: 19 };
  await place(0, { ...line(9, 5.5), shipping });
  const yen = await place(0, { ...line(110, 10), currency: 'JPY' });
  const [euros, yens] = (await opsJson(['report', ...always, '--by', 'month'])).currencies;
  const rates = [
    { rate: 5.5, gross: 9, net: 8.53, tax: 0.47 },
    { rate: 7.5, gross: 0.16, net: 0.14, tax: 0.02 },
    { rate: 19, gross: 13.09, net: 11, tax: 2.09 },
  ];
  expect([euros.taxes, yens.taxes]).toEqual([rates, [{ rate: 10, gross: 110, net: 100, tax: 10 }]]);
  const { stdout } = await ops(['report', '--from', yen.created, '--to', yen.created]);
  expect(stdout).toMatch(/^RATE +GROSS +NET +TAX\n +10 +110 +100 +10$/m);
});

test('has a row for each day until today, in the time zone of the store', async () => {
  for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const { place, opsJson } = await aBookkeeper({ timezone });
    const { created } = await place(5);
    const today = dayOf(created, timezone);
    const before = dayOf(new Date(Date.parse(created) - 48 * 3600_000).toISOString(), timezone);
    const [{ rows, total }] = (await opsJson(['report', '--from', before, '--to', '2999-12-31'])).currencies;
    expect(rows.slice(0, 3).map(({ day, orders }: Record<string, unknown>) => [day, orders])).toEqual([
      [before, 0],
      [dayOf(new Date(Date.parse(created) - 24 * 3600_000).toISOString(), timezone), 0],
      [today, 1],
    ]);
    expect(total.ordered).toBe(5);
  }
});

test('includes payments and credits recorded in the period on older orders, but not those orders', async () => {
  const { store, place, opsJson } = await aBookkeeper();
  const [first, second] = [await place(10), await place(20)];
  await store.createPayment({ number: first.number, total: 1 });
  const { updated } = await store.createCredit({ number: second.number, amount: 2 });
  const from = new Date(Date.parse(updated) + 1).toISOString();
  await new Promise((done) => setTimeout(done, 5));
  await store.createPayment({ number: first.number, total: 3 });
  await store.createCredit({ number: second.number, amount: 4 });
  const [{ total }] = (await opsJson(['report', '--from', from, '--to', '2999-12-31'])).currencies;
  expect(total).toMatchObject({ orders: 0, ordered: 0, due: 0, paid: 3, credited: 4 });
});

test('counts an order that changes during the report once, in its final state', async () => {
  const { store, place, opsJson, ops } = await aBookkeeper();
  const { number, created } = await place(10);
  const payAfter: Fault = async (forward) => {
    const answer = await forward();
    await store.createCredit({ number, amount: 4 });
    return answer;
  };
  const { url } = await aFaultyServer(pass, payAfter);
  const { stdout } = await ops(['report', '--from', created, '--to', '2999-12-31', '--json'], url);
  const [{ total }] = JSON.parse(stdout).currencies;
  expect(total).toMatchObject({ orders: 1, ordered: 10, due: 6 });
  expect((await opsJson(['report', '--from', created, '--to', created])).currencies[0].total).toMatchObject({
    orders: 1,
    credited: 0,
  });
});
