import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { repeatedNameIn, syntaxErrorIn } from '../../../lib/values/jsonSyntax.ts';

test.each([
  ['{"name": "x', 'unexpected end of input'],
  ['{"name": ', 'unexpected end of input'],
  ['   ', 'unexpected end of input'],
  ['"\\u12', 'unexpected end of input'],
  ['[1.', 'unexpected end of input'],
  ['{} {}', 'unexpected character at line 1, column 4'],
  ["{'name': 1}", 'unexpected character at line 1, column 2'],
  ['{"name": 1,}', 'unexpected character at line 1, column 12'],
  ['{"name": NaN}', 'unexpected character at line 1, column 10'],
  ['{\n  "a": 01\n}', 'unexpected character at line 2, column 9'],
  ['{"a":\n"b\nc"}', 'unexpected character at line 2, column 3'],
  ['"\\x"', 'unexpected character at line 1, column 3'],
])('in %j, reports: %s', (text, error) => {
  expect(syntaxErrorIn(text)).toBe(error);
});

test('finds a control character wherever it is', () => {
  const json = fc.json().chain((text) => fc.tuple(fc.constant(text), fc.nat(text.length - 1)));
  fc.assert(
    fc.property(json, ([text, at]) => {
      const broken = `${text.slice(0, at)}\u0001${text.slice(at)}`;
      expect(syntaxErrorIn(broken)).toBe(`unexpected character at line 1, column ${at + 1}`);
    }),
    { numRuns: 1000 },
  );
});

test('finds a repeated name in any object, and none in what JSON.stringify writes', () => {
  const names = fc.tuple(fc.string({ unit: 'binary' }), fc.jsonValue(), fc.jsonValue(), fc.boolean());
  fc.assert(
    fc.property(names, ([name, before, inner, isSpaced]) => {
      const json = (value: unknown) => JSON.stringify(value, null, isSpaced ? 2 : 0);
      const once = json([before, { [name]: inner }]);
      expect(repeatedNameIn(once)).toBeUndefined();
      const twice = `[${json(before)},{${json(name)} : ${json(inner)},${json(name)}: 1}]`;
      expect(repeatedNameIn(twice)).toBe(name);
    }),
    { numRuns: 1000 },
  );
});
