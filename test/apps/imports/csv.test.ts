import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { csvRecords, FileError, textOf } from '../../../apps/imports/csv.ts';

const read = (text: string, separator?: string) => [...csvRecords(text, separator)].map(({ fields }) => fields);

test.each([
  ['a,b\n1,2\n', ['a|b', '1|2']],
  ['a,b\r\n1,2', ['a|b', '1|2']],
  ['a,b\r1,2\r', ['a|b', '1|2']],
  ['"a,b","say ""hi""","two\r\nlines"\n', ['a,b|say "hi"|two\r\nlines']],
  [',\n""\n,,', ['|', '||']],
  ['a,\n', ['a|']],
  ['\n\r\na\n\n', ['a']],
  ['', []],
])('parses %j', (text, records) => {
  expect(read(text).map((fields) => fields.join('|'))).toEqual(records);
});

test('each record has the number of its first line', () => {
  expect([...csvRecords('a\r\n"b\n\nb"\n\nc')].map(({ line }) => line)).toEqual([1, 2, 6]);
});

test.each([
  ['a\n"b', 2],
  ['"a" ,b', 1],
  ['a,b"c', 1],
  ['"a"b', 1],
])('rejects the quote in %j on line %d', (text, line) => {
  expect(() => read(text)).toThrow(`Line ${line}: misplaced or unclosed quote`);
});

test('parses any quoted text back to the same text', () => {
  const field = fc.string({ unit: fc.constantFrom('a', 'ä', '👩‍💻', ' ', ',', ';', '\t', '"', '\n', '\r') });
  const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const records = fc.array(fc.array(field, { minLength: 2 }));
  fc.assert(
    fc.property(records, fc.constantFrom('\n', '\r\n'), fc.constantFrom(',', ';', '\t'), (records, end, separator) => {
      const text = records.map((fields) => fields.map(quoted).join(separator) + end).join('');
      expect(read(text, separator)).toEqual(records);
    }),
  );
});

test('parses a field of one megabyte', () => {
  expect(read(`"${'x""\n'.repeat(250_000)}"`)[0]?.[0]).toHaveLength(750_000);
});

test('reads UTF-8 with and without a byte order mark, and nothing else', () => {
  expect(textOf(Buffer.from('\ufeffKäse'), 'a.csv')).toBe('Käse');
  expect(textOf(Buffer.from('Käse'), 'a.csv')).toBe('Käse');
  expect(() => textOf(Buffer.from('Käse', 'latin1'), 'a.csv')).toThrow(
    new FileError('a.csv is not in UTF-8. Save it as UTF-8.'),
  );
});
