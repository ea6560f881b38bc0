import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { client } from '../../../apps/client/client.ts';
import { blocksOf } from '../../support/blocks.ts';
import { rowsIn } from '../../support/books.ts';
import { run } from '../../support/run.ts';
import { freshFolder, startService, stopService } from '../../support/service.ts';

test('every command of docs/books.md works in the demo store', async () => {
  const DATA_DIR = freshFolder();
  const service = await startService({ DATA_DIR, DEMO: '', PLATFORM_API_KEY: '', LOG_LEVEL: 'error' });
  const commands = blocksOf('docs/books.md')
    .map(({ text }) => text)
    .join('')
    .replace('http://127.0.0.1:3000', service.url)
    .replaceAll('.data/', `${DATA_DIR}/`)
    // The demo orders are placed on the day of the test.
    .replaceAll('2026-10-01', '2000-01-01')
    .replaceAll('2026-12-31', '2999-12-31');
  const env = { npm_config_loglevel: 'error' };
  const ran = await run(['bash', '--norc', '-euo', 'pipefail', '-c', commands], { env });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toMatch(/^2 +1003 +paid +20\.70 +EUR +PARCEL-1$/m);
  expect(ran.stdout).toMatch(/^3 +1004 +cancelled +20\.70 +0\.00 +EUR +PARCEL-2 +due$/m);
  const store = client({ url: service.url, key: readFileSync(join(DATA_DIR, 'demo-key'), 'utf8').trim() });
  const { payments } = await store.getOrder({ number: '1003' });
  expect(payments).toMatchObject([{ total: 20.7, transaction_data: { reference: 'PARCEL-1' } }]);
  expect(rowsIn(join(DATA_DIR, 'orders.csv'))).toHaveLength(4);
  expect(rowsIn(join(DATA_DIR, 'payments.csv'))).toHaveLength(1);
  const [{ total }] = JSON.parse(readFileSync(join(DATA_DIR, 'report.json'), 'utf8')).currencies;
  expect(total).toMatchObject({ orders: 3, cancelled: 1, paid: 20.7 });
  const changes = readFileSync(join(DATA_DIR, 'changes.jsonl'), 'utf8').trim().split('\n');
  expect(changes.map((line) => JSON.parse(line).number).toSorted()).toEqual(['1001', '1002', '1003', '1004']);
  await stopService(service);
}, 180_000);

test('the help names every command of the books', async () => {
  const { stdout } = await run([process.execPath, 'apps/ops/ops.ts', '--help']);
  for (const line of ['order +export', 'payment +export, import', 'report .*[A-Z]', 'sync .*[A-Z]']) {
    expect(stdout).toMatch(new RegExp(`^  ${line}`, 'm'));
  }
});
