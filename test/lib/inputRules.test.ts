import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { fieldErrorsOf } from '../../lib/api/fieldErrors.ts';
import { routeOf } from '../../lib/routes.ts';
import { allFields, type Schema } from '../support/requestFields.ts';

const errorsOf = (schema: Schema, value: unknown) => {
  const { error } = z.safeParse(schema, value, { reportInput: true });
  return fieldErrorsOf(error?.issues ?? [], 'body', schema);
};

const wrong = [' ', '\u0000', 'x'.repeat(3000), -1e15, 1e15, 0.0001, 0, [], {}, Array(100).fill(0), '2020-01-31T12:00:00Z'];

test('every field says what it accepts, in the words of the interface', () => {
  const messages = allFields.flatMap(([path, field]) =>
    wrong.flatMap((value) => errorsOf(field, value).map(({ message }) => `${path}: ${message}`)),
  );
  expect(messages.length).toBeGreaterThan(1000);
  const plain = /: (is|are|must|cannot|there|needs|contains) /;
  expect(messages.filter((message) => !plain.test(message) || /invalid input|expected/i.test(message))).toEqual([]);
});

const refund = { method: 'refund' };
const lines = [{ line: 0, quantity: 1 }];
const hours = { mon: [] };

type Case = [operation: string, body: object, names: string[]];

test.each<Case>([
  ...['\u202e', '\u2066', '\u200f', '\u061c', '\u009b', '\u007f'].flatMap((char) =>
    ['issueKey', 'issueOwnKey', 'issueStaffKey'].map((id): Case => [id, { label: `Till${char}1` }, ['label']]),
  ),
  ['createPayment', { total: 7.9, ...refund }, ['method']],
  ['createPayment', { total: -1 }, ['method']],
  ['createPayment', { total: -1, method: 'card' }, ['method']],
  ['createPayment', { total: -1, ...refund }, []],
  ['createPayment', { total: 0, ...refund }, ['total']],
  [
    'createPayment',
    { credit: false, lines, payment: 'pay_1', reason: 'late' },
    ['credit', 'lines', 'payment', 'reason', 'credit'],
  ],
  ['createPayment', { payment: null, reason: '', lines: [] }, []],
  ['createPayment', { ...refund, lines: [] }, ['lines']],
  ['createPayment', { ...refund, lines, credit: false }, ['credit']],
  ['createPayment', { ...refund, lines, credit: true }, []],
  ['createPayment', { ...refund, lines }, []],
  ['createPayment', { ...refund, credit: true }, ['total']],
  ['createPayment', { ...refund, credit: true, total: -1 }, []],
  ['createPayment', { ...refund, credit: false }, []],
  ['createPayment', { transaction_data: 1 }, ['transaction_data']],
  ['createPayment', { transaction_data: [] }, ['transaction_data']],
  ['createPayment', { transaction_data: { a: 'x'.repeat(8184) } }, []],
  ['createPayment', { transaction_data: { a: 'x'.repeat(8185) } }, ['transaction_data']],
  ['createPayment', { transaction_data: { a: 'ä'.repeat(4093) } }, ['transaction_data']],
  ['issueKey', { scopes: ['orders:read', 'orders'] }, ['scopes[1]']],
  ['placeOrder', { lines: [{ sku: 'TEA', quantity: 1, tax_rate: 19.12345 }] }, ['lines[0].tax_rate']],
  ['createPayment', { created: '2999-01-01T00:00:00Z' }, ['created']],
  ['createCredit', {}, ['amount']],
  ['createCredit', { amount: 1, lines }, ['amount']],
  ['createCredit', { amount: 0 }, ['amount']],
  ['createCredit', { lines: [] }, ['lines']],
  ['cancelPart', { lines: [] }, ['lines']],
  ['cancelPart', {}, ['lines']],
  ['updateOrder', {}, ['body']],
  ...['updateOrder', 'placeOrder'].flatMap((id): Case[] => {
    const cart = id === 'placeOrder' && { lines: [{ sku: 'TEA', quantity: 1 }] };
    return [
      [id, { ...cart, tags: ['a', 'b', 'a'] }, ['tags']],
      [id, { ...cart, tags: [' '] }, ['tags[0]']],
      [id, { ...cart, metadata: [] }, ['metadata']],
      [id, { ...cart, metadata: { a: 'x'.repeat(8200) } }, ['metadata']],
    ];
  }),
  ['updateOrder', { customer: {}, cancelled: false }, ['customer']],
  ['updateOrder', { restock: true }, ['restock']],
  ['updateOrder', { restock: false }, ['restock']],
  ['updateOrder', { restock: true, cancelled: false }, ['restock']],
  ['updateOrder', { restock: false, cancelled: false }, []],
  ['updateOrder', { restock: false, cancelled: true }, []],
  ['updateOrder', { restock: true, cancelled: true }, []],
  ['adjustStock', {}, ['adjust']],
  ['adjustStock', { adjust: 1, counted: 1 }, ['counted']],
  ['changeWebhook', {}, ['body']],
  ['overrideAvailability', { available: false, until: '2020-01-01T00:00:00Z' }, ['until']],
  ...[
    ['from', { from: '24:00', to: '24:00' }],
    ['from', { from: '9:00', to: '18:00' }],
    ['from', { from: '09:000', to: '18:00' }],
    ['to', { from: '09:00', to: '24:01' }],
    ['to', { from: '09:00', to: '18:60' }],
  ].map(([name, hours]): Case => ['putOpeningHours', { days: { mon: [hours] } }, [`days.mon[0].${name}`]]),
  ['putOpeningHours', {}, ['opening_hours']],
  ['putOpeningHours', { days: hours, opening_hours: { days: hours } }, ['opening_hours']],
  ['putOpeningHours', { opening_hours: null }, []],
])('%s names the fields that do not fit together in %j', (operation, body, names) => {
  const schema = routeOf(operation).body as Schema;
  expect(errorsOf(schema, body).map(({ field }) => field)).toEqual(names);
});
