import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { csvRecords } from '../../../apps/imports/csv.ts';
import { csvLine, textCell } from '../../../apps/ops/csvText.ts';

test.each([
  [null, ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  [' spaces ', '" spaces "'],
  ['+4915112345678', "'+4915112345678"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', '"\'\r\'=1"'],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ['a=b', 'a=b'],
  ['x;"=1', '"x;""\'=1"'],
  ['x\t @1', "x\t '@1"],
])('writes %j as %s', (text, cell) => {
  expect(textCell(text)).toBe(cell);
});

test('any record can be read back, and every formula is prefixed with an apostrophe', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ';', 'ä', '👩‍💻', ' ', ',', '"', '\n', '\r', '\t', '=', '-', "'") });
  fc.assert(
    fc.property(fc.array(text, { minLength: 2 }), (texts) => {
      const [record] = csvRecords(csvLine(texts.map(textCell)));
      expect(record?.fields).toHaveLength(texts.length);
      for (const [i, field] of (record?.fields ?? []).entries()) {
        expect(field.replaceAll("'", '')).toBe(texts[i]?.replaceAll("'", ''));
        expect(field).not.toMatch(/(^\s*|[;\t\r\n][\s"]*)[=-]|^[\t\r\n]/);
      }
    }),
  );
});
