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
