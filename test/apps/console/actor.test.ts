import { expect, test } from '@jest/globals';
import { recordedName } from '../../../apps/console/actor.ts';

test.each([
  ['Ada', 'Ada'],
  [' Ada  Byron ', 'Ada_Byron'],
  ['Jörg Weiß', 'Jorg_Weiss'],
  ['Łukasz Søren-Ærø', 'Lukasz_Soren-Aero'],
  ['Đặng Nguyễn', 'Dang_Nguyen'],
  ['Siobhán O’Hara', "Siobhan_O'Hara"],
  ['', ''],
])('%j is recorded as %j', (name, recorded) => {
  expect(recordedName(name)).toBe(recorded);
});

test.each(['Юлия', '山田', 'Ada 🚀', 'a'.repeat(101), '\u0000Ada'])('%j cannot be recorded', (name) => {
  expect(recordedName(name)).toBeUndefined();
});
