import { expect, test } from '@jest/globals';
import { progressFile } from '../../../apps/ops/files.ts';
import { tempFile } from '../../support/imports.ts';

test('the records of another command to the same file are never taken for one’s own', () => {
  const file = tempFile('', 'list.csv');
  const [one, other] = [progressFile<number>(file, ['one']), progressFile<number>(file, ['other'])];
  one.begin();
  other.begin();
  one.add(1);
  expect([one.begin(), other.earlier()]).toEqual([[1], []]);
  other.add(2);
  expect([one.begin(), other.begin()]).toEqual([[], []]);
  one.add(3);
  expect(one.earlier()).toEqual([3]);
});
