import { expect, test } from '@jest/globals';
import { anEmptyStore, productsCsv, tempFile } from '../../support/imports.ts';
import { start } from '../../support/run.ts';

test('imports a file from a spreadsheet, and lists the rejected lines, which a dry run shows without changing anything', async () => {
  const { bySku, importFile } = await anEmptyStore();
  const text = [
    '\ufeffSKU,Price,Name,Stock,Weight',
    'TEA,7.90,"Green tea, ""first flush""",40,100',
    'CARD,25,Gift card,,',
    'COMMA,"7,9",Comma,none,None',
    '',
    'FINE,0.999,Too fine,1,1',
    '"LAST",3,Käse 🧀,0,0.5',
    'NEW,,Without a price,1,1',
  ].join('\r\n');
  const file = tempFile(text);
  const rejected = `2 rejected.

LINE  SKU   REASON
6     FINE  price: must have at most 2 decimal places in EUR
8     NEW   price: is required for a new product
`;
  const dry = await importFile(file, { options: ['--dry-run'] });
  expect(dry).toEqual({ code: 1, stdout: `4 of 6 products valid, ${rejected}`, stderr: '' });
  expect((await bySku()).size).toBe(0);
  expect(await importFile(file)).toEqual({ code: 1, stdout: `4 of 6 products imported, ${rejected}`, stderr: '' });
  expect(Object.fromEntries(await bySku())).toMatchObject({
    TEA: { name: 'Green tea, "first flush"', price: 7.9, stock: { available: 40 }, weight: 100 },
    CARD: { stock: null, weight: null },
    COMMA: { price: 7.9, stock: null, weight: null },
    LAST: { name: 'Käse 🧀', stock: { available: 0 }, weight: 0.5 },
  });
});

test('imports JSON lines, and reports as JSON', async () => {
  const { importFile } = await anEmptyStore();
  const lines = [
    '{"sku":"A","name":"A","price":1,"stock":3}',
    '',
    '{"sku":"B","name":"B"}',
    '{',
    '[]',
    '{"sku":"C","nmae":"C"}',
  ];
  const { code, stdout } = await importFile(tempFile(lines.join('\n'), 'products.jsonl'), { options: ['--json'] });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    products: 5,
    imported: 1,
    resumed_after: 0,
    rejected: [
      { line: 3, sku: 'B', reason: 'price: is required for a new product' },
      { line: 4, sku: null, reason: 'line: is not valid JSON; write one product per line' },
      { line: 5, sku: null, reason: 'line: must be an object; write one product per line' },
      { line: 6, sku: 'C', reason: 'nmae: is not a field here; fields: sku, name, price, stock, weight, tax_rate, low_stock' },
    ],
  });
});

test('a terminal shows the progress', async () => {
  const { key } = await anEmptyStore();
  const command = `${process.execPath} apps/ops/ops.ts product import ${tempFile(productsCsv(30))}`;
  const env = { STORE_URL: process.env.BASE_URL, STORE_API_KEY: key };
  const { stdout } = await start(['script', '--quiet', '--return', '--command', command, '/dev/null'], { env }).ended;
  expect(stdout).toMatch(/\r30 of 30 products\r?\n30 of 30 products imported/);
});

test('imports nothing if it cannot record its progress', async () => {
  const { bySku, importFile } = await anEmptyStore();
  const file = tempFile(productsCsv(3), `${'p'.repeat(245)}.csv`);
  expect(await importFile(file)).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Cannot write \S+\.progress, .*\n$/),
  });
  expect((await bySku()).size).toBe(0);
});
