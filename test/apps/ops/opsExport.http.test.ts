import { expect, test } from '@jest/globals';
import { aBookkeeper, always, rowsOf } from '../../support/books.ts';
import { aFaultyServer } from '../../support/faultyServer.ts';
import { tempFile } from '../../support/imports.ts';

const books = await aBookkeeper();

test('exports orders as CSV with one request for the key and one for the orders, and prefixes text that a spreadsheet would run as a formula', async () => {
  const { number, created } = await books.place(7.9, {
    customer: {
      first_name: '=HYPERLINK("http://evil.example","x")',
      last_name: '-Byron',
      phone: '+4930123456',
      company: '@home',
    },
    shipping_address: { name: 'Käse, "GmbH"', line1: "'quoted", postal_code: '01067', city: 'Köln', country: 'DE' },
    shipping: { name: 'Post', price: 4.9 },
    note: '\t=1\r\ntwo lines',
  });
  const { url, seen } = await aFaultyServer();
  const { code, stdout, stderr } = await books.ops(['order', 'export', ...always], url);
  expect([code, stderr]).toEqual([0, '']);
  expect(seen.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual([
    'GET /v1/management/key/own',
    'GET /v1/management/order/',
  ]);
  expect(stdout.replaceAll(/"[^"]*(?:""[^"]*)*"/g, '')).not.toMatch(/(?<!\r)\n/);
  const [row] = rowsOf(stdout).filter((one) => one.number === number);
  expect(row).toMatchObject({
    created_utc: created,
    created: new Date(created).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }),
    currency: 'EUR',
    subtotal: '7.90',
    shipping: '4.90',
    total: '12.80',
    balance: '12.80',
    authorized: 'no',
    lines: '1 x TEA',
    shipments: 'ready',
    first_name: `'=HYPERLINK("http://evil.example","x")`,
    last_name: "'-Byron",
    phone: "'+4930123456",
    company: "'@home",
    ship_to: 'Käse, "GmbH"',
    ship_line1: "'quoted",
    note: "'\t'=1\r\ntwo lines",
  });
});

test('exports one row for each line and for the shipping, which add up to the orders', async () => {
  const { store, place, ops, opsJson } = await aBookkeeper();
  await store.putProduct({ sku: 'MUG', name: '=cmd', price: 0.1, stock: null, tax_rate: 19 });
  const lines = [
    { sku: 'TEA', quantity: 3, price: 0.1, tax_rate: 7 },
    { sku: 'MUG', quantity: 2 },
    { sku: 'TEA', quantity: 1, price: 45.7 },
  ];
  const shipping = { name: 'Post', price: 4.9, tax_rate: 19 };
  const { number } = await place(1, { lines, shipping, reference: '+PO;=1', tags: ['b2b', '@home'] });
  await store.cancelPart({ number, lines: [{ line: 0, quantity: 2 }] });
  await store.createCredit({ number, lines: [{ line: 1, quantity: 1 }] });
  const yen = await place(790, { currency: 'JPY' });
  await store.updateOrder({ number: yen.number, cancelled: true });
  const rows = rowsOf((await ops(['order', 'export', ...always, '--lines'])).stdout);
  const none = { sku: '', line: '', cancelled: '', credited: '' };
  const cancelled = { cancelled: '2', credited: '0' };
  const given = { number, reference: "'+PO;'=1", currency: 'EUR', order_cancelled: 'no' };
  expect(rows).toMatchObject([
    { number: yen.number, reference: '', currency: 'JPY', order_cancelled: 'yes', total: '790', tax_rate: '' },
    { ...given, line: '0', sku: 'TEA', quantity: '3', price: '0.10', total: '0.30', tax_rate: '7', ...cancelled },
    { ...given, line: '1', sku: 'MUG', name: "'=cmd", total: '0.20', tax_rate: '19', cancelled: '0', credited: '1' },
    { ...given, line: '2', sku: 'TEA', total: '45.70', tax_rate: '' },
    { ...given, ...none, name: 'Post', quantity: '1', price: '4.90', total: '4.90', tax_rate: '19' },
  ]);
  const order = rowsOf((await ops(['order', 'export', ...always])).stdout).find((row) => row.number === number);
  expect(order).toMatchObject({ total: '51.10', tax: '0.83', taxes: '7%: 0.02; 19%: 0.81', credited: '0.30' });
  expect(order).toMatchObject({ reference: "'+PO;'=1", tags: "b2b; '@home" });
  const file = tempFile('old', 'lines.csv');
  expect(await opsJson(['order', 'export', ...always, '--lines', '--file', file])).toEqual({ lines: 5, file });
});

test('exports payments and refunds with exact amounts, and keeps the minus signs of numbers', async () => {
  const { number } = await books.place(20);
  const yen = await books.place(790, { currency: 'JPY' });
  const data = { reference: 'ch_1, "x"', id: JSON.rawJSON('2026100112345678901') };
  const { id } = await books.store.createPayment({ number, method: 'card', transaction_data: data });
  await books.store.createPayment({ number, method: 'refund', total: -7.9, credit: true, payment: id, reason: '=broken' });
  await books.store.createPayment({ number: yen.number });
  const { stdout } = await books.ops(['payment', 'export', ...always]);
  expect(stdout).toContain(',-7.90,');
  const rows = rowsOf(stdout);
  expect(rows).toMatchObject([
    { order: number, id, currency: 'EUR', total: '20.00', method: 'card', transaction_data: JSON.stringify(data) },
    { order: number, total: '-7.90', method: 'refund', credit: 'yes', refunded_payment: id, reason: "'=broken" },
    { order: yen.number, currency: 'JPY', total: '790', balance_after: '0', transaction_data: '' },
  ]);
});

test('exports exactly the orders and payments of the period', async () => {
  const { place, store, ops } = await aBookkeeper();
  const orders = [await place(1), await place(2), await place(3), await place(4)];
  const payments = [];
  for (const { number } of orders.toReversed()) payments.push(await store.createPayment({ number }));
  const [, second, third] = orders.map(({ created }) => created) as [string, string, string];
  const times = payments.map(({ recorded }) => recorded);
  const ended = await Promise.all([
    ops(['order', 'export', '--from', second, '--to', third]),
    ops(['payment', 'export', '--from', `${times[1]}`, '--to', `${times[2]}`]),
  ]);
  for (const { stdout, stderr } of ended) {
    expect(rowsOf(stdout).map(({ total }) => total)).toEqual(['3.00', '2.00']);
    expect(stderr).toMatch(/^(The period has just ended\. Waiting \d+ s until everything in it can be read\.\n)?$/);
  }
  const tomorrow = new Date(Date.now() + 48 * 3600_000).toISOString().slice(0, 10);
  for (const noun of ['order', 'payment']) {
    const later = await ops([noun, 'export', '--from', tomorrow, '--to', '2999-01-01']);
    expect([later.code, rowsOf(later.stdout)]).toEqual([0, []]);
  }
});

test.each([
  [['--from', '2026-10-01'], 2, /^Required option '--to <value>' not specified\nHelp: .*\n$/],
  [[...always, '--file', '/nowhere/orders.csv'], 1, /^Cannot write \/nowhere\/orders\.csv: .*\n$/],
])('%j says what is wrong', async (options, code, line) => {
  const expected = { code, stdout: '', stderr: expect.stringMatching(line) };
  expect(await books.ops(['order', 'export', ...options])).toEqual(expected);
  expect(await books.ops(['payment', 'export', ...options])).toEqual(expected);
});
