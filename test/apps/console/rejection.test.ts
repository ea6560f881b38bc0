import { describe, expect, test } from '@jest/globals';
import { StoreError } from '../../../apps/client/client.ts';
import { isWithin, rejectionText } from '../../../apps/console/rejection.ts';
import { texts } from '../../../apps/console/texts.ts';
import type { FieldError } from '../../../lib/api/errors.ts';
import { aStore } from '../../support/actors.ts';
import { type Answer, call } from '../../support/call.ts';
import { anOrder, pay, place } from '../../support/orders.ts';

const textOf = ({ body, status }: Answer) => rejectionText(new StoreError(body, { status }));

describe('a rejected request is explained without words of the interface', () => {
  test('a credit of more than what is due', async () => {
    const store = await aStore();
    const { number } = await anOrder(store);
    const answer = await call('createCredit', { as: store.key, params: { number }, body: { amount: 99 } });
    expect(textOf(answer)).toBe(
      'The credit is more than what is due. To return money that was already paid, use “Refund” and choose “The customer no longer owes this amount”.',
    );
  });

  test('several fields, all of them', async () => {
    const answer = await place(await aStore(), { lines: [], customer: { email: 'x' } });
    expect(textOf(answer)).toBe(answer.body.errors.map(({ field, message }: FieldError) => `${field}: ${message}.`).join(' '));
    expect(answer.body.errors.length).toBe(2);
  });

  test('everything else by the description of the service', async () => {
    const store = await aStore();
    const answer = await pay(store, '1001', {});
    expect(textOf(answer)).toBe('There is no order 1001 in this store.');
  });

  test('no text contains code', () => {
    expect(Object.values(texts.rejected).filter((text) => /[`_]/.test(text))).toEqual([]);
  });
});

test.each([
  ['until', 'until', true],
  ['customer.email', 'customer.email', true],
  ['opening_hours.days.mon[0].from', 'opening_hours.days.mon', true],
  ['address.city', 'address', true],
  ['owner.email', 'email', false],
  ['tracking_number', 'tracking', false],
])('whether %s is in the field %s: %s', (field, name, expected) => {
  expect(isWithin(field, name)).toBe(expected);
});
