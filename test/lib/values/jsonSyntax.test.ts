import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { syntaxErrorIn } from '../../../lib/values/jsonSyntax.ts';

test.each([
  ['{"name": "x', 'unexpected end of input, unclosed string'],
  ['{"name": ', 'unexpected end of input, expected a value'],
  ['{"name": "x"', 'unexpected end of input, expected "," or "}"'],
  ['   ', 'unexpected end of input, expected a value'],
  ['{} {}', 'unexpected text at line 1, column 4'],
  ["{'name': 1}", 'expected a field name in double quotes at line 1, column 2'],
  ['{"name": 1,}', 'expected a field name in double quotes at line 1, column 12'],
  ['{"name" 1}', 'expected ":" at line 1, column 9'],
  ['{"name": NaN}', 'expected a value at line 1, column 10'],
  ['[1,]', 'expected a value at line 1, column 4'],
  ['[1 2]', 'expected "," or "]" at line 1, column 4'],
  ['[1}', 'expected "," or "]" at line 1, column 3'],
  ['{\n  "a": 01\n}', 'expected "," or "}" at line 2, column 9'],
  ['{"a":\n"b\nc"}', 'unescaped control character in a string at line 2, column 3'],
  ['"\\x"', 'invalid escape in a string at line 1, column 2'],
])('in %j, reports: %s', (text, error) => {
  expect(syntaxErrorIn(text)).toBe(error);
});

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('finds an error in exactly the texts that JSON.parse rejects', () => {
  const json = fc
    .json()
    .chain((text) => fc.tuple(fc.constant(text), fc.nat(text.length), fc.constantFrom(...'{}[]",:\\-.e01 \n\u0000tnull')));
  fc.assert(
    fc.property(json, fc.constantFrom('none', 'insert', 'delete', 'cut'), ([text, at, sign], change) => {
      const changes = {
        none: text,
        insert: text.slice(0, at) + sign + text.slice(at),
        delete: text.slice(0, at) + text.slice(at + 1),
        cut: text.slice(0, at),
      };
      expect(syntaxErrorIn(changes[change]) === undefined).toBe(isJson(changes[change]));
    }),
    { numRuns: 5000 },
  );
});
