import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { client } from '../../../apps/client/client.ts';
import { freePort } from '../../../infra/local/freePort.ts';
import type { HistoryEntry } from '../../../lib/order/schema.ts';
import { blocksOf, blockWith } from '../../support/blocks.ts';
import { rowsIn } from '../../support/books.ts';
import { root, run } from '../../support/run.ts';
import { freshFolder } from '../../support/service.ts';
import { aService } from '../../support/serviceOfTest.ts';

const platformKey = 'a-platform-key-of-this-test';

/** Runs the commands and programs of a page in their order, against a fresh demo store. */
async function runGuide(page: string, environment: Record<string, string> = {}, skipped = 'npm start', before = '') {
  const DATA_DIR = freshFolder();
  const settings = { DATA_DIR, DEMO: '', PLATFORM_API_KEY: platformKey, LOG_LEVEL: 'error', ...environment };
  const service = await aService(settings);
  const script = (before + scriptOf(page, skipped))
    .replaceAll('http://127.0.0.1:3000', service.url)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${environment.STOREFRONT_PORT}`)
    .replaceAll('.data/', `${DATA_DIR}/`)
    // This page shows rejections.
    .replace(page === 'reliable-clients' ? '--fail-with-body ' : '', '')
    // The orders are placed on the day of the test.
    .replaceAll('2026-10-01', '2000-01-01')
    .replaceAll('2026-12-31', '2999-12-31');
  const key = readFileSync(join(DATA_DIR, 'demo-key'), 'utf8').trim();
  const access = { STORE_URL: service.url, STORE_API_KEY: key, PLATFORM_API_KEY: platformKey };
  const env = { ...environment, ...access, npm_config_loglevel: 'error', SYNC_FILE: join(DATA_DIR, 'erp-sync') };
  const ran = await run(['bash', '--norc', '-euo', 'pipefail', '-c', script], { env });
  return { ...ran, store: client({ url: service.url, key }), DATA_DIR };
}

/** The blocks of a page as one script. A program without imports continues the one before it. */
function scriptOf(page: string, skipped: string): string {
  const folder = join(root, 'dist/snippets', page);
  mkdirSync(folder, { recursive: true });
  let program = '';
  const commands = blocksOf(`docs/${page}.md`).map(({ language, text }, i) => {
    if (language === 'sh') return text.includes(skipped) ? '' : text;
    if (language === 'python') {
      const file = join(folder, `${i}.py`);
      writeFileSync(file, text);
      // It begins where the first program in TypeScript began.
      return `SYNC_FILE=$SYNC_FILE-python python3 ${file}\n`;
    }
    // A command of the page starts the server.
    if (language !== 'ts' || text.includes('createServer')) return '';
    program = /^import /m.test(text) ? text : program + text;
    const file = join(folder, `${i}.ts`);
    writeFileSync(file, program.replaceAll("'./apps/", `'${root}apps/`));
    return `node ${file}\n`;
  });
  return commands.join('');
}

test("every command of the store's day works", async () => {
  const { code, stdout, stderr, store } = await runGuide('stores-day');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const order = await store.getOrder({ number: '1005' });
  expect(order).toMatchObject({ paid: 28.6, refunded: 23.7, credited: 23.7, balance: 0 });
  expect(order.shipping_address?.line1).toBe('11 Harbour Street');
  expect(order.shipments).toMatchObject([{ state: 'shipped', lines: [{ returned: 1 }] }]);
  const { shipments } = await store.getOrder({ number: '1002' });
  expect(shipments).toMatchObject([{ state: 'shipped', carrier: 'Post', tracking_number: 'PX555000111DE' }]);
  expect(await store.getOrder({ number: '1006' })).toMatchObject({ cancelled: true, credited: 6.5 });
  expect(await store.getOrder({ number: '1007' })).toMatchObject({ paid: 6.5, balance: 0 });
  expect((await store.getOrder({ number: '1004' })).customer).toBeNull();
  // Only the list of overpaid orders.
  expect(stdout.match(/"orders":\[\]/g)).toHaveLength(1);
  expect((await store.getAvailability()).override).toBeNull();
  expect(stdout).toMatch(/1007 +paid +6\.50/);
  expect(stdout).toContain('3 of 3 products imported, 0 rejected.\n');
  expect(await store.getProduct({ sku: 'TEA-GREEN' })).toMatchObject({ name: 'Green tea, 100 g', price: 8.2 });
  expect(await store.getProduct({ sku: 'TEA-MINT' })).toMatchObject({ price: 4.5, stock: { available: 25 } });
});

test('every command of the page on the books works', async () => {
  const { code, stdout, stderr, store, DATA_DIR } = await runGuide('books');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^2 +1003 +paid +20\.70 +EUR +PARCEL-1$/m);
  expect(stdout).toMatch(/^3 +1004 +cancelled +20\.70 +0\.00 +EUR +PARCEL-2 +nothing is due$/m);
  const { payments } = await store.getOrder({ number: '1003' });
  expect(payments).toMatchObject([{ total: 20.7, transaction_data: { reference: 'PARCEL-1' } }]);
  expect(rowsIn(join(DATA_DIR, 'orders.csv'))).toHaveLength(4);
  expect(rowsIn(join(DATA_DIR, 'lines.csv')).map(({ number }) => number)).toEqual(expect.arrayContaining(['1001', '1004']));
  expect(rowsIn(join(DATA_DIR, 'payments.csv'))).toHaveLength(1);
  const [{ total }] = JSON.parse(readFileSync(join(DATA_DIR, 'report.json'), 'utf8')).currencies;
  expect(total).toMatchObject({ orders: 3, cancelled: 1, paid: 20.7 });
  const changes = readFileSync(join(DATA_DIR, 'changes.jsonl'), 'utf8').trim().split('\n');
  expect(changes.map((line) => JSON.parse(line).number).toSorted()).toEqual(['1001', '1002', '1003', '1004']);
});

test('every command and program of the page on reliable clients works', async () => {
  const { code, stdout, stderr } = await runGuide('reliable-clients', { RATE_LIMIT: '20' });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
  for (const rejection of ['idempotency_key_reused', 'version_mismatch', 'already_exists']) {
    expect(stdout).toContain(`"code":"${rejection}"`);
  }
  expect(stdout).toMatch(/^10\d\d 25$/m);
  expect(stdout).toMatch(/you sent version 1, but the order is now at version 2/i);
  expect(stdout).toMatch(/^ratelimit-policy: "tenant";q=20;w=10\s*$/im);
  expect(stdout).toMatch(/^ +\d+ 429$/m);
  expect(stdout).toContain('25 requests succeeded\n');
});

test('every command and program of the page on syncing an ERP works', async () => {
  // Another order has been placed since the demo store was created.
  const before = 'node docs/first-order.ts\n';
  const { code, stdout, stderr, store, DATA_DIR } = await runGuide('erp', {}, 'npm start', before);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const file of ['erp-sync', 'erp-sync-python']) expect(readFileSync(join(DATA_DIR, file), 'utf8')).toMatch(/^20.*Z$/);
  const order = await store.getOrder({ number: '1006' });
  expect(order).toMatchObject({ paid: 20.7, credited: 9.9, balance: 0, shipments: [{ state: 'shipped' }] });
  const [, lines, amount] = order.payments.map(({ id }) => id);
  const printed = stdout.split('\n').filter((line) => /^(stored|reverse|invoice|credit note) /.test(line));
  const [typeScript, python] = [printed.slice(0, printed.length / 2), printed.slice(printed.length / 2)].map((part) =>
    part.sort(),
  );
  expect(python).toEqual(typeScript);
  expect(python).toEqual(
    [
      `credit note ${lines}: 7.90 at 7%, of which 0.52 tax`,
      `credit note ${amount}: 1.53 at 7%, of which 0.10 tax`,
      `credit note ${amount}: 0.47 at 19%, of which 0.08 tax`,
      ...['1001', '1002', '1003'].map((number) => `invoice ${number} (no reference): 20.70 at 0%, of which 0.00 tax`),
      'invoice 1005 (no reference): 15.80 at 0%, of which 0.00 tax',
      'invoice 1006 (WEB-88): 15.80 at 7%, of which 1.03 tax',
      'invoice 1006 (WEB-88): 4.90 at 19%, of which 0.78 tax',
      'reverse what is booked for order 1004',
      ...[
        '1001, balance 20.7',
        '1002, balance 0',
        '1003, balance 20.7',
        '1004, balance 0',
        '1005, balance 0',
        '1006, balance 0',
      ].map((text) => `stored order ${text}`),
    ].sort(),
  );
  expect(await store.getProduct({ sku: 'TEA-GREEN' })).toMatchObject({ price: 8.2, tax_rate: 7 });
  // The count of 25 and, once from both programs, 12 more.
  const { available = 0, reserved = 0 } = (await store.getProduct({ sku: 'TEA-BLACK' })).stock ?? {};
  expect(available + reserved).toBe(37);
  const { entries } = await store.getHistory({ number: '1006' });
  expect(entries.map(({ actor }) => actor)).toEqual([null, null, null, 'warehouse-2', 'credit-check', null]);
  expect(entries[1]?.key?.label).toBe('ERP');
});

test('every program of the page on the typed client works', async () => {
  // test/apps/client/clientPackage.http.test.ts runs the commands that pack the client.
  const STOREFRONT_PORT = `${await freePort()}`;
  const { code, stdout, stderr, store } = await runGuide('client', { STOREFRONT_PORT }, 'npm run client');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(blockWith('docs/client.md', 'createServer')).toBe(readFileSync(join(root, 'docs/storefront.ts'), 'utf8'));
  expect(stdout).toMatch(/^1003 20\.7$/m);
  const [first, second, third] = stdout.split('\n').filter((line) => line.startsWith('{'));
  expect(JSON.parse(first as string)).toEqual({ number: expect.any(String), total: 7.9, currency: 'EUR' });
  expect(second).toBe(first);
  expect(third).toContain('orders:write');
  const { key } = (await store.getHistory({ number: JSON.parse(first as string).number })).entries[0] as HistoryEntry;
  expect(key?.label).toBe('web shop');
});

test('the commands for operators work in a local run, apart from those that need AWS', async () => {
  const service = await aService({ DEMO: '0', PLATFORM_API_KEY: platformKey, LOG_LEVEL: 'error' });
  const folder = freshFolder();
  const setUp = blockWith('docs/deploy.md', 'tenant create');
  const scanner = blockWith('docs/operating.md', 'stock scanner');
  const leaked = ['revoke <tenant>', 'audit --tenant'].map((words) => blockWith('docs/security.md', words));
  const script = [
    setUp,
    scanner,
    'ID=$(npm run --silent ops -- key list tea-house --json | grep -o "key_[a-z0-9]*" | head -1)\n',
    ...leaked,
  ]
    .join('')
    .replaceAll('<tenant>', 'tea-house')
    .replaceAll('<key ID>', '$ID')
    .replace(/^ *npm run platform-key.*$/m, '')
    .replaceAll('audit.json', `${folder}/audit.json`);
  const env = { STORE_URL: service.url, PLATFORM_API_KEY: platformKey, npm_config_loglevel: 'error' };
  const { code, stdout } = await run(['bash', '--norc', '-euo', 'pipefail', '-c', script], { env });
  expect(code).toBe(0);
  expect(stdout).toMatch(/"number":"1001"/);
  expect(readFileSync(join(folder, 'audit.json'), 'utf8')).toMatch(/^\[/);
});

test('the command of the page on generated clients fetches the document', async () => {
  const cwd = freshFolder();
  const command = blockWith('docs/generate.md', 'curl').replace('http://127.0.0.1:3000', process.env.BASE_URL as string);
  expect(await run(['bash', '--norc', '-c', command], { cwd })).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(join(cwd, 'openapi.json'), 'utf8')).openapi).toMatch(/^3\.1/);
});
