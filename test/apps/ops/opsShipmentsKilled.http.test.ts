import { expect, test } from '@jest/globals';
import { aBookkeeper, killImport } from '../../support/books.ts';
import { tempFile } from '../../support/imports.ts';

const rows = 300;
const kills = 10;

test(`ships each of ${rows} rows once, although the import is killed ${kills} times at random moments`, async () => {
  const books = await aBookkeeper();
  const numbers: string[] = [];
  const queue = Array.from({ length: rows }).values();
  const work = async () => {
    for (const _ of queue) numbers.push((await books.place(10, { authorized: true })).number);
  };
  await Promise.all(Array.from({ length: 8 }, work));
  const file = tempFile(
    ['number,tracking_number', ...numbers.map((number) => `${number},PX-${number}`)].join('\n'),
    'list.csv',
  );
  const command = ['shipment', 'import', file];
  // The last kill comes well before the end.
  expect(await killImport(books, command, kills, 20)).toBeGreaterThan(kills);
  const report = await books.opsJson(command);
  expect(report.rows.filter(({ outcome }: { outcome: string }) => outcome !== 'shipped')).toEqual([]);
  const orders = await Array.fromAsync(books.store.orders());
  // Placing is version 1, and each change is one more.
  const wrong = orders.filter(({ number, version, shipments }) => {
    const [shipment] = shipments;
    return version !== 2 || shipment?.state !== 'shipped' || shipment.tracking_number !== `PX-${number}`;
  });
  expect([orders.length, wrong]).toEqual([rows, []]);
}, 300_000);
