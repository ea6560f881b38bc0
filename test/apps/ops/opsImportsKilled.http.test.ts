import { expect, test } from '@jest/globals';
import { aBookkeeper, killImport } from '../../support/books.ts';
import { tempFile } from '../../support/imports.ts';

test('pays each of 1,000 rows once, although the import is killed 20 times at random moments', async () => {
  const [rows, kills] = [1000, 20];
  const books = await aBookkeeper();
  const placed = await books.placeMany(rows, (i) => (i + 1) / 100);
  const lines = placed.map(({ number, total }) => `${number},${total.toFixed(2)},PARCEL-${number}`);
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
  const wrong = orders.filter(({ balance, total, payments }) => {
    const [payment, ...others] = payments;
    return balance !== 0 || others.length > 0 || payment?.total !== total;
  });
  expect([orders.length, wrong]).toEqual([rows, []]);
});
