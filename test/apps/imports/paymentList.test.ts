import { expect, test } from '@jest/globals';
import { type Decision, decide } from '../../../apps/imports/decidePayment.ts';
import { noteMatch, settle } from '../../../apps/imports/ledger.ts';
import { type ListedPayment, listedPayments } from '../../../apps/imports/paymentList.ts';

test.each([
  ['1,000', /^amount: write it with a decimal point and without a thousands separator, such as 1234 or 12\.5, not "1,000"$/],
  ['0.00', /^amount: must be more than 0, not 0\.00$/],
  ['9'.repeat(500), /^amount: must be at most 1000000000000$/],
  [`7.${'0'.repeat(40)}`, /^amount: must have at most 40 characters$/],
  ['', /^amount: is required$/],
])('rejects the amount %s', (amount, reason) => {
  const [row] = listedPayments(`number,amount,reference\n1001,"${amount}",A-1`);
  expect(row).toMatchObject({ line: 2, number: '1001', reference: 'A-1', reason: expect.stringMatching(reason) });
});

test.each([
  ['7.905', 'EUR', 'must have at most 2 decimal places in EUR'],
  ['1.200', 'EUR', 'must have at most 2 decimal places in EUR'],
  ['150.000', 'VND', 'must have no decimal places in VND'],
])('rejects %s in %s, which has too many decimals', (amount, currency, problem) => {
  const order = { number: '1001', version: 1, currency, balance: 7, cancelled: false, payments: [] };
  const [row] = listedPayments(`number,amount,reference\n1001,${amount},A-1`);
  expect(row?.reason).toBeUndefined();
  expect(row && decide(order, row, 'KWD')).toMatchObject({
    outcome: 'rejected',
    collected: null,
    note: `amount: ${problem}`,
  });
  expect(row && decide(undefined, row, 'KWD')).toMatchObject({ outcome: 'unknown', collected: amount });
});

test('rejects a reference that a spreadsheet has rounded', () => {
  const [row] = listedPayments('number,amount,reference\n1001,7.90,3.40434E+17');
  expect(row?.reason).toMatch(/^reference: was rounded to 3\.40434E\+17 by a spreadsheet; /);
});

test('a payment that was recorded by hand belongs to one reference of a list', async () => {
  const byHand = { total: 7.9, method: 'cash_on_delivery', transaction_data: {} };
  const order = { number: '1001', version: 2, currency: 'EUR', balance: 0, cancelled: false, payments: [byHand] };
  const ledger = { matched: new Map(), find: async () => order, pay: async () => undefined };
  const rows = listedPayments('number,amount,reference\n1001,7.90,A-1\n1001,7.9,A-1\n1001,7.90,A-2');
  const decisions = [];
  for (const row of rows) decisions.push(await settle(ledger, row, 'EUR', () => {}));
  expect(decisions.map(({ outcome }) => outcome)).toEqual(['already paid', 'already paid', 'differs']);
  // As an import that continues.
  const matched = new Map();
  noteMatch(matched, rows[0] as ListedPayment, decisions[0] as Decision);
  expect((await settle({ ...ledger, matched }, rows[2] as ListedPayment, 'EUR', () => {})).outcome).toBe('differs');
});

test('reads a list with reordered columns, spaces and quotes', () => {
  expect(listedPayments('Reference,Number, Amount \r\n" R ""1"" ",1001 , 7.90\r\n\r\nshort,1\r\n')).toMatchObject([
    { line: 2, number: '1001', amount: '7.90', reference: 'R "1"', reason: undefined },
    { line: 4, reason: 'expected 3 cells, found 2; write the separator even after an empty cell' },
  ]);
});
