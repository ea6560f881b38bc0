import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { dateTime, email, multiLine, name, patch, phone, singleLine } from '../../../lib/values/fields.ts';
import { optional, removable } from '../../../lib/values/optional.ts';
import { words } from '../../support/hostile.ts';

const passes = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

describe('a time', () => {
  test.each([
    ['2026-11-20T08:09:10Z', '2026-11-20T08:09:10.000Z'],
    ['2026-11-20t08:09:10z', '2026-11-20T08:09:10.000Z'],
    ['2026-11-20T08:09:10.1Z', '2026-11-20T08:09:10.100Z'],
    ['2026-11-20T08:09:10.123456789Z', '2026-11-20T08:09:10.123Z'],
    ['2026-11-20T00:30:00+05:45', '2026-11-19T18:45:00.000Z'],
    ['2026-12-31T23:00:00-02:00', '2027-01-01T01:00:00.000Z'],
    ['2026-11-20T08:09:10-00:00', '2026-11-20T08:09:10.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['2026-11-20 08:09:10+01:00', '2026-11-20T07:09:10.000Z'],
  ])('%s is normalized to %s', (text, utc) => {
    expect(z.parse(dateTime(), text)).toBe(utc);
  });

  test.each([
    ...words(`
      2026-11-20T08:09:10 2026-11-20 2026-11-20T08:09:10,5Z 2026-11-20T08:09:10.Z 2026-11-20T08:09:10+01
      2026-11-20T08:09:10+24:00 2026-11-20T24:00:00Z 2026-11-20T08:60:00Z 2026-11-20T08:09:60Z 2026-00-20T08:09:10Z
      2026-13-01T08:09:10Z 2026-11-00T08:09:10Z 2026-11-31T08:09:10Z 2026-02-29T08:09:10Z 1900-02-29T00:00:00Z
      9999-12-31T23:59:59-01:00 0000-01-01T00:00:00+01:00 +002026-11-20T08:09:10Z 26-11-20T08:09:10Z ٢٠٢٦-11-20T08:09:10Z
    `),
    ...['2026-11-20  08:09:10Z', '2026-11-20T08:09:10 Z', ' 2026-11-20T08:09:10Z', '2026-11-20T08:09:10Z\n'],
    ...['Fri, 20 Nov 2026 08:09:10 GMT', '', 1_795_000_000_000, null],
  ])('rejects %j', (text) => {
    expect(passes(dateTime(), text)).toBe(false);
  });
});

test('the error mentions `%2B` if a URL turned `+` into a space', () => {
  const message = (value: string) => z.safeParse(dateTime(), value).error?.issues[0]?.message;
  expect(message('2026-11-20T08:09:10 01:00')).toMatch(/with a time zone, .*; in a URL, write `\+` as `%2B`$/);
  expect(message('2026-11-20 08:09:10 01:00')).toMatch(/%2B/);
  expect(message('2026-11-20')).toMatch(/with a time zone, like 2026-01-31T12:00:00Z$/);
});

describe('text', () => {
  test('is measured in characters, not in code units', () => {
    expect(passes(singleLine(3), '👩👩👩')).toBe(true);
    expect(passes(singleLine(3), '👩👩👩👩')).toBe(false);
  });

  test.each([' ', '\t', '\u00a0', 'a\u0000', 'a\u007f', 'a\u0085', '\ud800', 'a\udc00b', 5, null, ['a']])(
    'rejects %j',
    (value) => {
      expect(passes(singleLine(9), value)).toBe(false);
      expect(passes(multiLine(9), value)).toBe(false);
    },
  );

  test.each([name(), multiLine(9), email(), phone(), dateTime()])('may be empty only where it is optional', (schema) => {
    const fields = z.object({ cleared: removable(schema), unset: optional(schema) });
    expect(z.safeParse(fields, { cleared: '', unset: '' }).data).toEqual({ cleared: null, unset: null });
    expect(z.safeParse(fields, { cleared: null }).data).toEqual({ cleared: null });
    for (const sent of [{}, { cleared: ' ' }, { cleared: null, unset: ' ' }]) expect(passes(fields, sent)).toBe(false);
    expect(passes(schema, '')).toBe(false);
  });

  test('may contain line breaks only if it has several lines', () => {
    for (const text of ['a\nb', 'a\r\nb', 'a\tb']) {
      expect(passes(singleLine(9), text)).toBe(false);
      expect(passes(multiLine(9), text)).toBe(true);
    }
  });
});

test.each([
  ...words(`a@example.com a.b+c_d@x-y.example.co A1@EXAMPLE.COM o'brien@example.com !#$%&'*+/=?^_{|}~-@example.com`),
  ...words('a`b@example.com ada@bücher.example ada@xn--bcher-kva.example jörg.müller@例え.テスト'),
  ...[`${'a'.repeat(64)}@example.com`, `${'ü'.repeat(32)}@example.com`],
])('%s is an e-mail address', (text) => {
  expect(passes(email(), text)).toBe(true);
});

test.each([
  ...words('a @example.com a@ a@b a@example..com .a@example.com a..b@example.com a@-example.com a@a-.com a@.example.com'),
  ...words('a@example.com. a@192.0.2.1 a@[192.0.2.1] a.@example.com'),
  ...['a b@example.com', 'a@exa mple.com', '"a b"@example.com', 'a\u0000@example.com', 'a@example.com ', 'a@example.com\n'],
  ...['a@example.com, b@example.com', 'Ada <a@example.com>'],
  ...['a'.repeat(65), 'ü'.repeat(33), 'a'.repeat(243)].map((local) => `${local}@example.com`),
])('%j is not an e-mail address', (text) => {
  expect(passes(email(), text)).toBe(false);
});

test('a phone number must be E.164', () => {
  for (const text of ['+4915112345678', '+12025550123', '+123456789012345']) expect(passes(phone(), text)).toBe(true);
  for (const text of [
    '+49 151 123',
    ...words('4915112345678 +0151 +49-151-123 +1234567890123456 + ++491511234567 +49151123a'),
  ]) {
    expect(passes(phone(), text)).toBe(false);
  }
});

test('a patch must contain at least one of its fields, and no other', () => {
  const schema = patch({ a: z.string(), b: z.nullable(z.number()) });
  for (const given of [{ a: 'x' }, { b: null }, { a: '', b: 1 }]) expect(z.parse(schema, given)).toEqual(given);
  for (const given of [{}, { c: 1 }, { a: 'x', c: 1 }, { a: 1 }, null, []]) expect(passes(schema, given)).toBe(false);
});
