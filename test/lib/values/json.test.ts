import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holdsExact, Json, mayBeInexact, parseExact, stringify } from '../../../lib/values/json.ts';

const roundTrip = (text: string) => JSON.stringify(mayBeInexact(text) ? parseExact(text) : JSON.parse(text));

test.each([
  '12345678901234567890',
  '9007199254740993',
  '0.12345678901234567',
  '1e400',
  '-1E+400',
  '1e-400',
  '4.9e-324',
  '1.23456789e-310',
  '-0',
  '-0.0',
  '-0e5',
  '1234567890.1234567',
  '0.00000000000000000000000000000000000000000000000001234567890123456789',
  '1e309',
])('a number that a double cannot hold keeps its digits: %s', (number) => {
  expect(roundTrip(number)).toBe(number);
  expect(roundTrip(`{"a":[{"":${number}}]}`)).toBe(`{"a":[{"":${number}}]}`);
  expect(holdsExact(parseExact(`{"a":[{"":${number}}]}`))).toBe(true);
});

describe('a number that a double can hold', () => {
  test.each([
    ['1e3', 1000],
    ['1.10', 1.1],
    ['100000000000000000000', 1e20],
    ['0.000000000000000000001', 1e-21],
    ['1.7976931348623e308', 1.7976931348623e308],
    ['2.3e-308', 2.3e-308],
    ['123456789012345', 123456789012345],
    ['0.0', 0],
    ['0e-9', 0],
    ['-1', -1],
  ])('%s is parsed as %d', (text, number) => {
    expect(parseExact(text)).toBe(number);
    expect(JSON.parse(roundTrip(text))).toBe(number);
    expect(holdsExact(parseExact(`[${text}]`))).toBe(false);
  });

  test('keeps its decimal value, however it is written', () => {
    const number = fc.tuple(
      fc.boolean(),
      fc.bigInt({ min: 0n, max: 10n ** 20n }),
      fc.nat(25),
      fc.integer({ min: -340, max: 330 }),
    );
    fc.assert(
      fc.property(number, ([negative, digits, places, exponent]) => {
        const padded = String(digits).padStart(places + 1, '0');
        const fraction = places ? `.${padded.slice(-places)}` : '';
        const text = `${negative ? '-' : ''}${padded.slice(0, padded.length - places)}${fraction}e${exponent}`;
        expect(decimal(roundTrip(text))).toEqual(decimal(text));
      }),
      { numRuns: 2000 },
    );
  });
});

/** The sign, digits and exponent of a number, normalized. */
function decimal(text: string) {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  return {
    sign,
    significant,
    exponent: significant && Number(exponent) - fraction.length + digits.length - significant.length,
  };
}

describe('any JSON', () => {
  test.each([
    '{"":1,"constructor":{"prototype":{}},"toString":"x","hasOwnProperty":null,"toJSON":1,"__proto__":{"a":[-0]}}',
    '{"\\u2028":"é😀","\\ud800":"\\udfff","\\u0000":"\\"\\\\"}',
    '{"rawJSON":"1e400","a":-0}',
    '[[[[[[[[[[[[[[[{}]]]]]]]]]]]]]]]',
    '[1e400,"1e400",null,true,[]]',
  ])('survives a round trip: %s', (text) => {
    expect(JSON.parse(roundTrip(text))).toEqual(JSON.parse(text));
    expect(JSON.stringify(parseExact(text)).replaceAll('\u2028', '\\u2028')).toBe(text);
  });

  test('survives a round trip if it is random', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(roundTrip(text)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });
});

test('inserts stored JSON text into a response unchanged', () => {
  const text = '{"total":12345678901234567890}';
  expect(
    stringify({ order: new Json(text), orders: [new Json(text), new Json('1')], none: [], left: undefined, next: null }),
  ).toBe(`{"order":${text},"orders":[${text},1],"none":[],"next":null}`);
});
