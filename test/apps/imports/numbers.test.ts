import { expect, test } from '@jest/globals';
import { readNumber } from '../../../apps/imports/numbers.ts';

test.each([
  ['7.90', '7.90'],
  ['-7,9', '-7.9'],
  ['1.200', '1.200'],
  ['0,125', '0.125'],
  ['1,2345', '1.2345'],
  ['1234,567', '1234.567'],
  ['007', '007'],
])('%s is the number %s', (text, number) => {
  expect(readNumber(text)).toEqual({ number });
});

test.each(['1,200', '-999,999', '1,234.50', '1.234,50', '1.2.3', '1 234', '1’234', "1'234", '1\u202f234', '7.', '1,,2'])(
  '%j has other separators than a decimal point or comma',
  (text) => {
    expect(readNumber(text)).toEqual({
      problem: `write it with a decimal point and without a thousands separator, such as 1234 or 12.5, not "${text}"`,
    });
  },
);

test.each(['x', '1e3', '0x10', ',5', '+5', '--5', '٣', '７', '€7.90', '7.90 EUR', '-'])('%j is not a number', (text) => {
  expect(readNumber(text)).toEqual({ problem: `must be a number, such as 7.90, not "${text}"` });
  expect(readNumber(text, '40')).toEqual({ problem: `must be a number, such as 40, not "${text}"` });
});
