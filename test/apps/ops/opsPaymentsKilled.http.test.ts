import { expect, test } from '@jest/globals';
import { aBookkeeper, killImport } from '../../support/books.ts';
import { tempFile } from '../../support/imports.ts';

const rows = 1000;
const kills = 20;

test(`pays each of ${rows} rows once, although the import is killed ${kills} times at random moments`, async () => {
  const books = await aBookkeeper();
  const amounts = new Map<string, number>();
  const queue = Array.from({ length: rows }, (_, i) => (i + 1) / 100).values();
  const work = async () => {
    for (const amount of queue) amounts.set((await books.place(amount)).number, amount);
  };
  await Promise.all(Array.from({ length: 8 }, work));
  const lines = [...amounts].map(([number, amount]) => `${number},${amount.toFixed(2)},PARCEL-${number}`);
  const file = tempFile(['number,amount,reference', ...lines].join('\n'), 'carrier.csv');
  const command = ['payment', 'import', file];
  // The last kill comes well before the end.
  expect(await killImport(books, command, kills, 40)).toBeGreaterThan(kills);
  const report = await books.opsJson(command);
  expect(report.rows.filter(({ outcome }: { outcome: string }) => outcome !== 'paid')).toEqual([]);
  const sum = { currency: 'EUR', rows, collected: (rows * (rows + 1)) / 2 / 100 };
  expect(report).toMatchObject({
    sums: [
      { outcome: 'paid', ...sum },
      { outcome: 'all', ...sum },
    ],
  });
  const orders = await Array.fromAsync(books.store.orders());
  const wrong = orders.filter(({ number, balance, payments }) => {
    const [payment, ...others] = payments;
    return balance !== 0 || others.length > 0 || payment?.total !== amounts.get(number);
  });
  expect([orders.length, wrong]).toEqual([rows, []]);
}, 300_000);
