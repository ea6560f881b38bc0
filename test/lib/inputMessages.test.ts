import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { fieldErrorsOf } from '../../lib/api/fieldErrors.ts';
import { routes } from '../../lib/routes.ts';
import { grouped, type Schema } from '../support/requestFields.ts';
import promised from './inputMessages.json' with { type: 'json' };

const errorsOf = (schema: Schema, value: unknown) => {
  const { error } = z.safeParse(schema, value, { reportInput: true });
  return fieldErrorsOf(error?.issues ?? [], 'body', schema).map(({ field, message }) => `${field}: ${message}`);
};

const wrong = [' ', '\u0000', 'x'.repeat(3000), -1e15, 1e15, 0.0001, 0, [], {}, Array(100).fill(0), '2020-01-31T12:00:00Z'];

const ofType = /^must be (a string|a number|a whole number|an array|an object|true or false)$/;

/** The messages that a field has for some wrong values, but not those about its type or its entries. */
function messagesOf(field: Schema): string[] {
  const errors = wrong.flatMap((value) => errorsOf(field, value)).filter((error) => error.startsWith('body: '));
  const messages = errors.map((error) => error.slice('body: '.length)).filter((message) => !ofType.test(message));
  return [...new Set(messages)];
}

test('every field has the messages in inputMessages.json', () => {
  expect(grouped(messagesOf)).toEqual(promised);
});

const refund = { method: 'refund' };
const onlyRefunds = 'is only for refunds; to refund, send `method: "refund"`';
const lines = [{ line: 0, quantity: 1 }];
const needsCancelled = 'restock: needs `cancelled` in the same request; `restock: true` needs `cancelled: true`';
const hours = { mon: [] };

test.each<[string, object, string[]]>([
  ['createPayment', { total: 7.9, ...refund }, ['method: a refund needs a negative total; you sent 7.9']],
  ['createPayment', { total: -1 }, ['method: must be `refund` if the total is negative']],
  ['createPayment', { total: -1, method: 'card' }, ['method: must be `refund` if the total is negative']],
  ['createPayment', { total: -1, ...refund }, []],
  ['createPayment', { total: 0, ...refund }, ['total: must not be 0']],
  [
    'createPayment',
    { credit: false, lines, payment: 'pay_1', reason: 'late' },
    [
      ...['credit', 'lines', 'payment', 'reason'].map((field) => `${field}: ${onlyRefunds}`),
      'credit: must not be false if `lines` is sent, because refunded lines are credited',
    ],
  ],
  ['createPayment', { payment: null, reason: '' }, []],
  [
    'createPayment',
    { ...refund, lines, credit: false },
    ['credit: must not be false if `lines` is sent, because refunded lines are credited'],
  ],
  ['createPayment', { ...refund, lines, credit: true }, []],
  ['createPayment', { ...refund, lines }, []],
  ['createPayment', { ...refund, credit: true }, ['total: is required for a credit; send `total` or `lines`']],
  ['createPayment', { ...refund, credit: true, total: -1 }, []],
  ['createPayment', { ...refund, credit: false }, []],
  ['createPayment', { transaction_data: 1 }, ['transaction_data: must be an object']],
  ['createPayment', { transaction_data: [] }, ['transaction_data: must be an object']],
  ['createPayment', { transaction_data: { a: 'x'.repeat(8184) } }, []],
  ['createPayment', { transaction_data: { a: 'x'.repeat(8185) } }, ['transaction_data: must be at most 8 KB']],
  ['createPayment', { transaction_data: { a: 'ä'.repeat(4093) } }, ['transaction_data: must be at most 8 KB']],
  ['createCredit', {}, ['amount: is required; send `amount` or `lines`']],
  ['createCredit', { amount: 1, lines }, ['amount: cannot be combined with `lines`; send one of them']],
  ['createCredit', { amount: 0 }, ['amount: must be more than 0']],
  ['createCredit', { lines: [] }, ['lines: must have at least 1 entry']],
  [
    'updateOrder',
    {},
    ['body: must contain at least one of authorized, cancelled, restock, visible, customer, shipping_address, note'],
  ],
  [
    'updateOrder',
    { customer: {}, cancelled: false },
    ['customer: cannot be combined with `cancelled`; send it in a separate request'],
  ],
  ['updateOrder', { restock: true }, [needsCancelled]],
  ['updateOrder', { restock: false }, [needsCancelled]],
  ['updateOrder', { restock: true, cancelled: false }, [needsCancelled]],
  ['updateOrder', { restock: false, cancelled: false }, []],
  ['updateOrder', { restock: false, cancelled: true }, []],
  ['updateOrder', { restock: true, cancelled: true }, []],
  ['adjustStock', {}, ['adjust: is required, unless you send `counted`']],
  ['adjustStock', { adjust: 1, counted: 1 }, ['counted: cannot be combined with `adjust`; send one of them']],
  ['putOpeningHours', {}, ['opening_hours: is required; send {"days": …}, or null if the store is always open']],
  [
    'putOpeningHours',
    { days: hours, opening_hours: { days: hours } },
    ['opening_hours: cannot be combined with `days`; send one of them'],
  ],
  ['putOpeningHours', { opening_hours: null }, []],
])('%s says what is wrong with %j', (operation, body, errors) => {
  const schema = routes.find(({ id }) => id === operation)?.body as Schema;
  expect(errorsOf(schema, body)).toEqual(errors);
});
