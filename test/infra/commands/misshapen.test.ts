import { expect, test } from '@jest/globals';
import { misshapen } from '../../../infra/commands/restore/table.ts';

const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });

test('of a table it is told what the service lacks in it', () => {
  const due = { IndexName: 'due', KeySchema: [key('due_shard', 'HASH'), key('due', 'RANGE')] };
  const table = {
    KeySchema: [key('id', 'HASH')],
    GlobalSecondaryIndexes: [{ ...due, Projection: { ProjectionType: 'ALL' as const } }],
  };
  expect(misshapen(table)).toEqual([
    'its key is id',
    'its index listed is missing, not listed listed_at, ALL',
    'its index due is due_shard due, ALL, not due_shard due, KEYS_ONLY',
  ]);
});
