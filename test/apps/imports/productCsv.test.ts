import { expect, test } from '@jest/globals';
import { csvProducts } from '../../../apps/imports/productCsv.ts';

const products = (text: string, currency = 'EUR') =>
  csvProducts(text, currency).map((entry) => ('product' in entry ? entry.product : entry.reason));

test.each([
  ['commas', 'sku,name,price,stock\nTEA,Green tea,"4,50",40\n'],
  ['commas and spaces, in any order and case', 'STOCK, Price ,Name,SKU\r\n40,4.50, Green tea , TEA \r\n'],
  ['tabs', 'sku\tname\tprice\tstock\nTEA\tGreen tea\t4,50\t40\n'],
  ['semicolons and quoted names', '"sku";"name";"price";"stock"\r\n"TEA";"Green tea";"4,50";"40"\r\n'],
  ['semicolons after blank lines', '\n\r\nsku;name;price;stock\nTEA;Green tea;4.50;40\n'],
])('reads cells separated by %s', (_, text) => {
  expect(products(text, 'EUR')).toEqual([{ sku: 'TEA', name: 'Green tea', price: 4.5, stock: 40 }]);
});

test('an empty cell or a missing column keeps what the product has', () => {
  expect(products('sku,name,price,stock,weight\nTEA,,,,\nCARD,, ,\t,5\n', 'EUR')).toEqual([
    { sku: 'TEA' },
    { sku: 'CARD', weight: 5 },
  ]);
  expect(products('sku,stock\nTEA,3\n', 'EUR')).toEqual([{ sku: 'TEA', stock: 3 }]);
});

test('the word none ends the tracking of stock and removes the weight and the tax rate', () => {
  expect(products('sku,stock,weight,tax_rate\nTEA,none,None,none\nCARD,NONE,1,"7,5"\n')).toEqual([
    { sku: 'TEA', stock: null, weight: null, tax_rate: null },
    { sku: 'CARD', stock: null, weight: 1, tax_rate: 7.5 },
  ]);
  expect(products('sku,name,price\nTEA,none,none\n')).toEqual(['price: must be a number, such as 7.90, not "none"']);
});

test.each([
  ['EUR', '0.999', 'price: must have at most 2 decimal places in EUR'],
  ['EUR', '1,2000', 'price: must have at most 2 decimal places in EUR'],
  ['JPY', '7.0', 'price: must have no decimal places in JPY'],
  ['KWD', '1.2345', 'price: must have at most 3 decimal places in KWD'],
  ['EUR', '1e3', 'price: must be a number, such as 7.90, not "1e3"'],
])('in %s, the price %s is rejected', (currency, price, reason) => {
  expect(products(`sku;price\nTEA;${price}\n`, currency)).toEqual([reason]);
});

test('in KWD, a price has up to three decimals', () => {
  expect(products('sku;price\nTEA;1.200\nCUP;12,5\n', 'KWD')).toEqual([
    { sku: 'TEA', price: 1.2 },
    { sku: 'CUP', price: 12.5 },
  ]);
});

test.each([
  ['stock', 'many', 'stock: must be a whole number without separators, such as 40, or the word none, not "many"'],
  ['stock', '1.000', 'stock: must be a whole number without separators, such as 40, or the word none, not "1.000"'],
  ['weight', '12,000', 'weight: "12,000" can mean two weights: write 12000 or 12'],
  ['weight', '1.234', 'weight: "1.234" can mean two weights: write 1234 or 01.234'],
  ['weight', '1 kg', 'weight: must be a number, such as 250, or the word none, not "1 kg"'],
  ['tax_rate', '19%', 'tax_rate: must be a number, such as 19, or the word none, not "19%"'],
  ['low_stock', '1.5', 'low_stock: must be a whole number without separators, such as 5, or the word none, not "1.5"'],
])('the %s %s is rejected', (column, cell, reason) => {
  expect(products(`sku;${column}\nTEA;${cell}\n`)).toEqual([reason]);
});

test('each line has its number, also after quoted line breaks, blank lines and lines of empty cells', () => {
  const lines = [
    'sku,name,price',
    'TEA,"',
    '',
    'Green tea",7',
    '',
    ',,',
    'A/B,Slash,1',
    'TEA,Again,1',
    'SHORT,1',
    'LONG,4,5,6',
    ',No SKU,1',
  ];
  const text = lines.join('\r\n');
  expect(csvProducts(text, 'EUR')).toEqual([
    { line: 2, product: { sku: 'TEA', name: 'Green tea', price: 7 } },
    { line: 7, sku: 'A/B', reason: expect.stringMatching(/^sku: must be 1 to 64/) },
    { line: 8, sku: 'TEA', reason: 'sku: line 2 has the same SKU' },
    { line: 9, sku: null, reason: 'expected 3 cells, found 2; write the separator even after an empty cell' },
    { line: 10, sku: null, reason: 'expected 3 cells, found 4; put a cell that contains the separator in quotes' },
    { line: 11, sku: null, reason: 'sku: is required' },
  ]);
});

test.each([
  [
    'an unknown column',
    'sku,name,price,colour\n',
    'The first line has an unknown column "colour"; rename or remove it. The known columns are sku, name, price, stock, weight, tax_rate, low_stock.',
  ],
  ['a column twice', 'sku,name,price,sku\n', 'The first line has the column "sku" twice. Rename or remove one of them.'],
  ['no SKUs', 'name,price\nTea,5\n', 'The first line must name the columns; "sku" is missing.'],
  ['no content', '', 'The file is empty. The first line must name the columns; "sku" is missing.'],
])('a file with %s is rejected as a whole', (_, text, message) => {
  expect(() => csvProducts(text, 'EUR')).toThrow(message);
});
