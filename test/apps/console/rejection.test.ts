import { describe, expect, test } from '@jest/globals';
import { StoreError } from '../../../apps/client/client.ts';
import { isWithin, rejectionText } from '../../../apps/console/rejection.ts';
import type { FieldError } from '../../../lib/api/errors.ts';
import { aStore } from '../../support/actors.ts';
import { place } from '../../support/orders.ts';

describe('a rejected request is explained without words of the interface', () => {
  test('a code that the console explains itself', () => {
    const error = new StoreError({ code: 'credit_exceeds_balance' }, { status: 409 });
    expect(rejectionText(error)).toMatch(/^The credit is more than what is due\./);
  });

  test('several fields, all of them', async () => {
    const { body, status } = await place(await aStore(), { lines: [], customer: { email: 'x' } });
    const [lines, email] = body.errors.map(({ field, message }: FieldError) => `${field}: ${message}.`);
    expect(rejectionText(new StoreError(body, { status }))).toBe(`${lines} ${email}`);
  });

  test('everything else by the description of the service', () => {
    const description = 'There is no order 1001 in this store.';
    expect(rejectionText(new StoreError({ code: 'not_found', description }, { status: 404 }))).toBe(description);
  });
});

test.each([
  ['customer.email', 'customer.email', true],
  ['opening_hours.days.mon[0].from', 'opening_hours.days.mon', true],
  ['owner.email', 'email', false],
  ['tracking_number', 'tracking', false],
])('whether %s is in the field %s: %s', (field, name, expected) => {
  expect(isWithin(field, name)).toBe(expected);
});
