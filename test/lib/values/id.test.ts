import { expect, test } from '@jest/globals';
import { isId, timeId, timeIdAt, timeOf } from '../../../lib/values/id.ts';

test('an ID has 26 characters and holds its time', () => {
  const now = new Date('2026-11-20T12:34:56.789Z');
  const id = timeId(now);
  expect(isId('usr', `usr_${id}`)).toBe(true);
  for (const wrong of [`usr_${id}0`, `usr_${id.slice(1)}`, `ten_${id}`, id]) expect(isId('usr', wrong)).toBe(false);
  expect(timeOf(id)).toEqual(now);
  expect(id.startsWith(timeIdAt(now.getTime()))).toBe(true);
});

test('IDs sort by creation time, even within a millisecond', () => {
  const now = new Date();
  const ids = [
    timeId(new Date(now.getTime() - 1)),
    ...Array.from({ length: 1000 }, () => timeId(now)),
    timeId(new Date(now.getTime() + 1)),
  ];
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(1002);
  expect(ids.every((id) => isId('ten', `ten_${id}`))).toBe(true);
});
