import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { aBookkeeper } from '../../support/books.ts';
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
  const recorded = () => (existsSync(`${file}.progress`) ? readFileSync(`${file}.progress`, 'utf8').split('\n').length : 0);
  for (let killed = 0; killed < kills; killed += 1) {
    const { child, ended } = books.startOps(['shipment', 'import', file]);
    // A row leaves two lines, so that the last kill comes well before the end.
    const enough = recorded() + Math.random() * 2 * 20;
    while (recorded() < enough && child.exitCode === null) await sleep(1);
    await sleep(Math.random() * 10);
    child.kill('SIGKILL');
    expect((await ended).code).toBeNull();
  }
  expect(recorded()).toBeGreaterThan(kills);
  const report = await books.opsJson(['shipment', 'import', file]);
  expect(report.rows.filter(({ outcome }: { outcome: string }) => outcome !== 'shipped')).toEqual([]);
  const orders = await Array.fromAsync(books.store.orders());
  // Placing is version 1, and each change is one more.
  const wrong = orders.filter(({ number, version, shipments }) => {
    const [shipment] = shipments;
    return version !== 2 || shipment?.state !== 'shipped' || shipment.tracking_number !== `PX-${number}`;
  });
  expect([orders.length, wrong]).toEqual([rows, []]);
}, 300_000);
