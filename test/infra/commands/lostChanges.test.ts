import { expect, test } from '@jest/globals';
import { lostChange } from '../../../infra/commands/restore/lostChanges.ts';

const record = { pk: 'T#ten_1#IDEM', sk: 'IDEM#1', outcome: '1001' };

test('the record of a stock adjustment is not copied, even if its SKU looks like an order number', () => {
  const old = { ...record, entry: '01a' };
  expect(lostChange({ kind: 'idempotency record', old, current: undefined })).toMatchObject({ copy: false });
  const both = lostChange({ kind: 'idempotency record', old, current: { ...record, entry: '01b' } });
  expect(both).toMatchObject({ copy: false, what: '1001 was adjusted in both tables: count its stock' });
  expect(both.replaces).toBeUndefined();
});

test('the record of an order is copied, and names the order that replaces it', () => {
  expect(lostChange({ kind: 'idempotency record', old: record, current: undefined })).toMatchObject({ copy: true });
  const both = lostChange({ kind: 'idempotency record', old: record, current: { ...record, outcome: '101002' } });
  expect(both.replaces?.by).toBe('101002');
});

const delivery = { pk: 'T#ten_1', sk: 'DELIVERY#1', id: 'evt_1', order: '1001', state: 'failed', tries: 10 };
const again = { ...delivery, state: 'pending', tries: 0, restarted: '2026-06-01T12:00:00.000Z' };

test.each([
  ['a delivery that was restarted', true, again, delivery],
  ['a delivery that the new table has restarted', false, delivery, again],
  ['a delivery with more attempts', true, delivery, { ...delivery, state: 'pending', tries: 3 }],
  ['a delivered one that was restarted', true, again, { ...delivery, state: 'delivered' }],
  ['a delivered one that the new table has restarted', false, { ...delivery, state: 'delivered' }, again],
  ['a delivery that the new table has delivered', false, delivery, { ...delivery, state: 'delivered', tries: 3 }],
])('%s is copied: %s', (_, copy, old, current) => {
  expect(lostChange({ kind: 'delivery', old, current })).toMatchObject({ copy });
});

test('an order is copied even if what its history said about the customer was erased since', () => {
  const order = (version: number, entries: unknown[][]) => ({
    ...{ pk: 'T#ten_1', sk: 'ORDER#1001', version, revision: version, json: '{"number":"1001","payments":[]}' },
    internal: JSON.stringify({ history: { entries } }),
  });
  const entry = (version: number, changes: unknown[] = []) => [version * 1000, version, 'u', 0, null, 'r', changes];
  const current = order(2, [entry(1), entry(2, [['note', null, 'for Ada']])]);
  const old = order(4, [entry(1), entry(2, [['note', null, null]]), entry(3), entry(4)]);
  expect(lostChange({ kind: 'order', old, current })).toMatchObject({ copy: true });
  const other = order(4, [entry(1), [2500, 2, 'u', 0, null, 'r', []], entry(3)]);
  expect(lostChange({ kind: 'order', old: other, current })).toMatchObject({ copy: false });
});
