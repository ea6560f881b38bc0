import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { aBookkeeper, aListOf } from '../../support/books.ts';
import { aFaultyServer, lostAnswer, pass } from '../../support/faultyServer.ts';

const listOf = (...rows: (readonly unknown[])[]) => aListOf('number,amount,reference', rows);

const books = await aBookkeeper();

const importList = (file: string, how?: { dry?: boolean; url?: string }) => books.importList('payment', file, how);

/** An order for each outcome, and the carrier's list of them. */
async function aList() {
  const { place, store } = books;
  const [due, twice, partly, byHand, byCard, cancelled, full] = await Promise.all(
    [45.7, 30, 20, 12, 9, 8, 91].map((price) => place(price)),
  );
  const [yen, dinar] = [await place(790, { currency: 'JPY' }), await place(1.005, { currency: 'KWD' })];
  await store.createPayment({ number: `${partly?.number}`, total: 5 });
  await store.createPayment({ number: `${byHand?.number}` });
  await store.createPayment({ number: `${byCard?.number}`, method: 'card', transaction_data: { reference: 'ch_1' } });
  await store.updateOrder({ number: `${cancelled?.number}`, cancelled: true });
  for (let i = 0; i < 90; i++) await store.createPayment({ number: `${full?.number}`, total: 1 });
  const rows: [unknown, string, string, string, (string | undefined)?][] = [
    [due?.number, '45.70', 'R-1', 'paid'],
    [due?.number, '45.7', 'R-1', 'already paid'],
    [due?.number, '45.71', 'R-1', 'differs', '45.70'],
    [due?.number, '45.70', 'R-2', 'differs', '0.00'],
    [twice?.number, '10.00', 'R-3', 'differs', '30.00'],
    [twice?.number, '30.00', 'R-3', 'paid'],
    [partly?.number, '20', 'R-1', 'differs', '15.00'],
    [partly?.number, '15.00', 'R-1', 'paid'],
    [byHand?.number, '12', 'R-4', 'already paid'],
    [byHand?.number, '11', 'R-4', 'differs', '0.00'],
    [byCard?.number, '9', 'R-5', 'differs', '0.00'],
    [cancelled?.number, '8', 'R-6', 'cancelled', '0.00'],
    [full?.number, '1', 'R-7', 'rejected'],
    [yen.number, '790.00', 'R-8', 'paid'],
    [yen.number, '790.5', 'R-9', 'rejected'],
    [dinar.number, '1.005', 'R-8', 'paid'],
    ['999999', '1', 'R-10', 'unknown'],
    ['01001', '1', 'R-10', 'unknown'],
    ['..', '1', 'R-10', 'unknown'],
    ['999999', '1.005', 'R-11', 'rejected'],
    ['', '1', 'R-12', 'rejected'],
    [due?.number, '', '', 'rejected'],
    [due?.number, '-7.90', 'R-13', 'rejected'],
  ];
  return { rows, orders: [due, twice, partly, byHand, byCard, cancelled, full, yen, dinar].map((order) => `${order?.number}`) };
}

test('a dry run shows exactly what the import then does with each row', async () => {
  const { rows, orders } = await aList();
  const file = listOf(...rows.map((row) => row.slice(0, 3)));
  const before = await Promise.all(orders.map((number) => books.store.getOrder({ number })));
  const dry = await importList(file, { dry: true });
  expect(await Promise.all(orders.map((number) => books.store.getOrder({ number })))).toEqual(before);
  expect(existsSync(`${file}.progress`)).toBe(false);
  const real = await importList(file);
  expect({ ...real, dry_run: true }).toEqual(dry);
  const outcomes = real.rows.map(({ outcome, expected }: Record<string, unknown>) => [outcome, expected]);
  expect(outcomes).toEqual(
    rows.map(([, , , outcome, expected]) => [outcome, expected === undefined ? null : Number(expected)]),
  );
  expect(real).toMatchObject({ code: 1, stderr: '' });
  const paid = new Map(rows.flatMap(([number, amount, , outcome]) => (outcome === 'paid' ? [[number, Number(amount)]] : [])));
  for (const [i, number] of orders.entries()) {
    const { payments } = await books.store.getOrder({ number });
    const added = payments.slice(before[i]?.payments.length);
    expect(added.map(({ total }) => total)).toEqual([paid.get(number)].filter((total) => total !== undefined));
  }
});

test('importing a list twice has one effect, even under another file name', async () => {
  const orders = [await books.place(45.7), await books.place(20)];
  const rows = orders.map(({ number, total }, i) => [number, total, `T-${i}`]);
  expect(await importList(listOf(...rows))).toMatchObject({ code: 0, rows: [{ outcome: 'paid' }, { outcome: 'paid' }] });
  const again = await importList(listOf(...rows.toReversed()));
  expect(again).toMatchObject({ code: 0, rows: [{ outcome: 'already paid' }, { outcome: 'already paid' }] });
  for (const [i, { number, total }] of orders.entries()) {
    const { payments, balance } = await books.store.getOrder({ number });
    const payment = { total, method: 'cash_on_delivery', transaction_data: { reference: `T-${i}` } };
    expect([balance, payments]).toEqual([0, [expect.objectContaining(payment)]]);
  }
});

test('prints the rows, the sums by outcome and currency, and how many were paid', async () => {
  const [first, second, yen] = [await books.place(45.7), await books.place(0.1), await books.place(790, { currency: 'JPY' })];
  const file = listOf(
    [first.number, '45.70', 'S-1'],
    [second.number, '1000.2', 'S-2'],
    [yen.number, '790', 'S-3'],
    [1, 'x', ''],
  );
  const { code, stdout } = await books.ops(['payment', 'import', file]);
  expect([code, stdout]).toEqual([
    1,
    `LINE  ORDER  OUTCOME   COLLECTED  EXPECTED  CURRENCY  REFERENCE  NOTE
2     ${first.number}   paid          45.70            EUR       S-1
3     ${second.number}   differs     1000.20      0.10  EUR       S-2        due
4     ${yen.number}   paid            790            JPY       S-3
5     1      rejected          x            -                    amount: must be a number, such as 7.90, not "x"; reference: is required

OUTCOME   ROWS  COLLECTED  CURRENCY
paid         1      45.70  EUR
paid         1        790  JPY
differs      1    1000.20  EUR
rejected     1          -  -
all          2    1045.90  EUR
all          1        790  JPY
all          1          -  -

2 of 4 rows paid.
`,
  ]);
});

test('decides again if the order changes before the payment', async () => {
  const { store, place } = books;
  const cases: [(number: string) => Promise<unknown>, object][] = [
    [(number) => store.updateOrder({ number, cancelled: true }), { outcome: 'cancelled' }],
    [(number) => store.createPayment({ number, total: 5 }), { outcome: 'differs', expected: 15 }],
    [(number) => store.updateOrder({ number, note: 'changed' }), { outcome: 'paid' }],
  ];
  for (const [change, row] of cases) {
    const { number } = await place(20);
    const { url } = await aFaultyServer(pass, pass, async (forward) => {
      await change(number);
      return forward();
    });
    expect((await importList(listOf([number, 20, 'C-1']), { url })).rows).toMatchObject([row]);
  }
});

test('records a payment once if its response was lost', async () => {
  const { number } = await books.place(10);
  const { url, seen } = await aFaultyServer(pass, pass, lostAnswer);
  expect((await importList(listOf([number, 10, 'L-1']), { url })).rows).toMatchObject([{ outcome: 'paid' }]);
  const keys = seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), keys[0]]);
  expect((await books.store.getOrder({ number })).payments).toHaveLength(1);
});
