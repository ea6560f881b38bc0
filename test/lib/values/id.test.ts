import { expect, test } from '@jest/globals';
import { timeId, timeIdAt } from '../../../lib/values/id.ts';

test('the IDs of one millisecond differ, and sort as they were generated', () => {
  const now = new Date();
  const ids = Array.from({ length: 100 }, () => timeId(now));
  expect([...new Set(ids)].sort()).toEqual(ids);
  expect(timeId(new Date(now.getTime() + 1)) > timeIdAt(now.getTime() + 1)).toBe(true);
});
