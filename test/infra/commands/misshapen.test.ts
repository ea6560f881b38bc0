import { expect, test } from '@jest/globals';
import { schemaProblems } from '../../../infra/commands/restore/table.ts';

const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });

test('names each key and index that differs from what the service needs', () => {
  const due = { IndexName: 'due', KeySchema: [key('due_shard', 'HASH'), key('due', 'RANGE')] };
  const table = {
    KeySchema: [key('id', 'HASH')],
    GlobalSecondaryIndexes: [{ ...due, Projection: { ProjectionType: 'ALL' as const } }],
  };
  expect(schemaProblems(table)).toEqual([
    'its key is id instead of pk sk',
    'its index listed (listed listed_at, INCLUDE json) is missing',
    'its index changed (pk changed, KEYS_ONLY) is missing',
    'its index due is due_shard due, ALL instead of due_shard due, KEYS_ONLY',
  ]);
});
