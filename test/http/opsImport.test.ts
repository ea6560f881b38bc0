import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { client, type StoreClient } from '../../lib/client/client.ts';
import { aStore, platformKey } from '../support/actors.ts';
import { aFaultyServer, answering, type Fault } from '../support/faultyServer.ts';
import { ops, startOps } from '../support/ops.ts';
import { until } from '../support/receiver.ts';
import { start } from '../support/run.ts';

let store: StoreClient;
let STORE_API_KEY: string;

beforeEach(async () => {
  STORE_API_KEY = (await aStore(await platformKey())).key;
  store = client({ url: process.env.BASE_URL, key: STORE_API_KEY });
});

function fileOf(text: string | Buffer, name = 'products.csv'): string {
  const file = join(mkdtempSync(join(tmpdir(), 'import-')), name);
  writeFileSync(file, text);
  return file;
}

const importing = (file: string, env: Record<string, string> = {}, options: string[] = []) =>
  ops(['product', 'import', file, ...options], { STORE_API_KEY, ...env });

const bySku = async () => new Map((await Array.fromAsync(store.products())).map((product) => [product.sku, product]));

const many = (count: number) =>
  `sku,name,price,stock,weight\n${Array.from({ length: count }, (_, i) => `P-${i},Product ${i},${i}.5,${i},\n`).join('')}`;

test('a file as a spreadsheet writes it is imported, and what is refused is told with its line and why', async () => {
  const text = [
    '\ufeffSKU,Price,Name,Stock,Weight',
    'TEA,7.90,"Green tea, ""first flush""",40,100',
    'CARD,25,Gift card,,',
    'A/B,1,Slash,1,1',
    'CHEAP,"7,9",Comma,1,1',
    '',
    'FINE,0.999,Too fine,1,1',
    'TEA,1,Again,1,1',
    'SHORT,1',
    '"LAST",3,Käse 🧀,0,0.5',
  ].join('\r\n');
  const { code, stdout } = await importing(fileOf(text));
  expect(code).toBe(1);
  expect(stdout).toBe(`3 of 8 products imported, 5 refused.

LINE  SKU    REFUSED BECAUSE
4     A/B    sku: must be 1 to 64 letters, digits, dots, underscores or hyphens, starting with a letter or digit
5     CHEAP  price: must be a number
7     FINE   price: has more decimals than EUR has (2)
8     TEA    sku: is on line 2 too
9     -      has 2 fields, not 5
`);
  expect(Object.fromEntries(await bySku())).toMatchObject({
    TEA: { name: 'Green tea, "first flush"', price: 7.9, stock: { available: 40 }, weight: 100 },
    CARD: { stock: null, weight: null },
    LAST: { name: 'Käse 🧀', stock: { available: 0 }, weight: 0.5 },
  });
});

test('JSON lines are imported too, and the report is there for programs', async () => {
  const lines = [
    '{"sku":"A","name":"A","price":1,"stock":3}',
    '',
    '{"sku":"B","name":"B"}',
    '{',
    '[]',
    '{"sku":"C","nmae":"C"}',
  ];
  const { code, stdout } = await importing(fileOf(lines.join('\n'), 'products.jsonl'), {}, ['--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    products: 5,
    imported: 1,
    resumed_after: 0,
    refused: [
      { line: 3, sku: 'B', reason: 'price: is required' },
      { line: 4, sku: null, reason: 'is no JSON' },
      { line: 5, sku: null, reason: 'line: must be an object' },
      { line: 6, sku: 'C', reason: expect.stringMatching(/name: is required.*nmae: is not known here/) },
    ],
  });
});

test('importing again changes nothing, and a column that is left out leaves what is there', async () => {
  const whole = fileOf('sku,name,price,stock,weight\nTEA,Tea,5,10,100\nCARD,Card,25,,\n');
  expect((await importing(whole)).stdout).toBe('2 of 2 products imported, 0 refused.\n');
  const first = await bySku();
  expect((await importing(whole)).code).toBe(0);
  expect(await bySku()).toEqual(first);
  await store.placeOrder({ lines: [{ sku: 'TEA', quantity: 4 }] });
  await importing(fileOf('sku,name,price\nTEA,Tea,6\nNEW,New,1\n'));
  const after = await bySku();
  expect(after.get('TEA')).toMatchObject({ price: 6, weight: 100, stock: { available: 6, reserved: 4 } });
  expect(after.get('NEW')).toMatchObject({ stock: null, weight: null });
  await importing(fileOf('sku,name,price,stock\nTEA,Tea,6,50\n'));
  expect((await bySku()).get('TEA')).toMatchObject({ weight: 100, stock: { available: 50, reserved: 4 } });
});

test('an import that fails goes on where it was, and puts nothing twice that was done', async () => {
  const file = fileOf(`${many(60)}BAD,,1,1,\n`);
  const pass: Fault = (forward) => forward();
  const faulty = await aFaultyServer(...Array<Fault>(41).fill(pass), ...Array<Fault>(999).fill(answering(401)));
  const failed = await importing(file, { STORE_URL: faulty.url });
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toMatch(/Stopped after \d+ of 61 products; the same command goes on from there\.\n$/);
  const done = Number(/after (\d+)/.exec(failed.stderr)?.[1]);
  expect(done).toBeGreaterThan(30);
  const sound = await aFaultyServer();
  const again = await importing(file, { STORE_URL: sound.url });
  expect(again.stdout).toMatch(`60 of 61 products imported, ${done} of them before it was stopped, 1 refused.\n`);
  expect(sound.seen.filter(({ method }) => method === 'PUT')).toHaveLength(60 - done);
  expect((await bySku()).size).toBe(60);
  expect(existsSync(`${file}.progress`)).toBe(false);
});

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('an import that is stopped by %s goes on too', async (signal) => {
  const file = fileOf(many(400));
  const stopped = startOps(['product', 'import', file], { STORE_API_KEY });
  await until(() => existsSync(`${file}.progress`));
  stopped.child.kill(signal);
  const { code, stderr } = await stopped.ended;
  if (signal !== 'SIGKILL') expect([code, stderr]).toEqual([1, expect.stringMatching(/^Stopped after \d+ of 400 products; /)]);
  const { done } = JSON.parse(readFileSync(`${file}.progress`, 'utf8'));
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(400);
  const again = await importing(file);
  expect(again.stdout).toMatch(new RegExp(`^400 of 400 products imported, ${done} of them before it was stopped, 0 refused`));
  expect((await bySku()).size).toBe(400);
});

test('a file that was changed, or goes to another store, begins anew', async () => {
  const file = fileOf(many(3));
  writeFileSync(`${file}.progress`, JSON.stringify({ of: 'another', done: 2, refused: [] }));
  expect((await importing(file)).stdout).toBe('3 of 3 products imported, 0 refused.\n');
  expect((await bySku()).size).toBe(3);
});

test('a dry run looks for faults and sends nothing', async () => {
  const { code, stdout } = await importing(fileOf('sku,name,price\nA,A,1\nB,B,-1\n'), {}, ['--dry-run']);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/^1 of 2 products sound, 1 refused\.\n[\s\S]*price: must not be negative\n$/),
  ]);
  expect((await bySku()).size).toBe(0);
});

test('at a terminal it shows how far it is', async () => {
  const command = `${process.execPath} infra/ops.ts product import ${fileOf(many(30))}`;
  const env = { STORE_URL: process.env.BASE_URL, STORE_API_KEY };
  const { stdout } = await start(['script', '--quiet', '--return', '--command', command, '/dev/null'], { env }).ended;
  expect(stdout).toMatch(/\r30 of 30 products, 0 refused\r?\n30 of 30 products imported/);
});

test.each<[string, string | Buffer, RegExp]>([
  ['no such column', 'sku,name,price,colour\n', /^The first line must name the columns, each once: .*; not "colour"\.\n$/],
  ['a column twice', 'sku,name,price,sku\n', /not "sku"\.\n$/],
  ['a column too few', 'sku,name\nA,B\n', /price is missing\.\n$/],
  ['nothing', '', /name is missing\.\n$/],
  ['a quote without end', 'sku,name,price\nA,"B,1\n', /^Line 2: a quote/],
  ['another encoding', Buffer.from('sku,name,price\nA,K\xe4se,1\n', 'latin1'), /is not in UTF-8\.\n$/],
])('a file with %s is refused whole', async (_, text, line) => {
  expect(await importing(fileOf(text))).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(line) });
});

test('a file that is not there is one line', async () => {
  expect(await importing('/nowhere/products.csv')).toMatchObject({ code: 1, stderr: expect.stringMatching(/cannot be read/) });
});
