import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { aBookkeeper } from '../../support/books.ts';
import { tempFile } from '../../support/imports.ts';

test('pays each of 1,000 rows once, although the import is killed 20 times at random moments', async () => {
  const [rows, kills] = [1000, 20];
  const books = await aBookkeeper();
  const placed = await books.placeMany(rows, (i) => (i + 1) / 100);
  const lines = placed.map(({ number, total }) => `${number},${total.toFixed(2)},PARCEL-${number}`);
  const file = tempFile(['number,amount,reference', ...lines].join('\n'), 'carrier.csv');
  const command = ['payment', 'import', file];
  const progress = `${file}.progress`;
  /** A row leaves two lines. */
  const recorded = () => (existsSync(progress) ? readFileSync(progress, 'utf8').split('\n').length : 0);
  for (let killed = 0; killed < kills; killed += 1) {
    const { child, ended } = books.startOps(command);
    // The last kill comes well before the end.
    const enough = recorded() + Math.random() * 40;
    while (recorded() < enough && child.exitCode === null) await sleep(1);
    await sleep(Math.random() * 10);
    child.kill('SIGKILL');
    expect((await ended).code).toBeNull();
  }
  expect(recorded()).toBeGreaterThan(kills);
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
