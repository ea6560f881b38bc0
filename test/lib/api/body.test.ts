import { expect, test } from '@jest/globals';
import { bodyOf } from '../../../lib/api/body.ts';
import type { Event } from '../../../lib/api/call.ts';

const json = { 'Content-Type': 'application/json' };

function eventOf(body: Buffer | string | null, headers: Record<string, string> = json): Event {
  const isBase64Encoded = Buffer.isBuffer(body);
  return { body: isBase64Encoded ? body.toString('base64') : body, headers, isBase64Encoded } as unknown as Event;
}

test.each<[string | undefined, boolean]>([
  [undefined, true],
  ['application/json', true],
  ['APPLICATION/JSON', true],
  [' application/json ; charset=utf-8', true],
  ['application/json;charset="UTF-8"', true],
  ['application/json; charset=utf8', true],
  ['application/merge-patch+json', true],
  ['', false],
  ['text/plain', false],
  ['xapplication/json', false],
  ['application/jsonp', false],
  ['application/json; charset=latin1', false],
  ['application/json; charset=utf-16', false],
  ['application/json; charset=utf-80', false],
  ['text/plain; application/json', false],
])('a body with the content type %j is read: %s', (type, isRead) => {
  const read = () => bodyOf(eventOf('{"a":1}', type === undefined ? {} : { 'content-type': type }));
  if (isRead) expect(read()).toEqual({ a: 1 });
  else expect(read).toThrow(expect.objectContaining({ code: 'unsupported_media_type' }));
});

test.each([
  ['text/plain', 'Content-Type text/plain'],
  ['x'.repeat(100), `Content-Type ${'x'.repeat(100)}`],
  ...['x'.repeat(101), 'ü text/plain', 'text/plain\n', ''].map((type) => [type, 'This Content-Type']),
] as [string, string][])('the error for the content type %j repeats it only if it is short and printable', (type, named) => {
  expect(() => bodyOf(eventOf('{}', { 'Content-Type': type }))).toThrow(`${named} is not supported.`);
});

test.each(['identity', ' Identity ', 'IDENTITY'])('accepts the encoding %j', (encoding) => {
  expect(bodyOf(eventOf('[1]', { ...json, 'Content-Encoding': encoding }))).toEqual([1]);
});

test.each(['gzip', 'GZIP', 'br', '', 'identity, gzip'])('rejects the encoding %j', (encoding) => {
  expect(() => bodyOf(eventOf('{}', { ...json, 'Content-Encoding': encoding }))).toThrow(
    expect.objectContaining({ code: 'unsupported_media_type' }),
  );
});

test('an absent body is no body, whatever its type', () => {
  for (const none of ['', null]) expect(bodyOf(eventOf(none, { 'Content-Type': 'text/plain' }))).toBeUndefined();
});

const ofBytes = (bytes: number, char = 'x') => JSON.stringify(char.repeat((bytes - 2) / Buffer.byteLength(char)));

test.each([
  [ofBytes(262_144), undefined],
  [ofBytes(262_144, 'ü'), undefined],
  [ofBytes(262_145), 'The body is 262145 bytes; the limit is 262144 (256 KB). Send less data.'],
  [ofBytes(262_146, 'ü'), 'The body is 262146 bytes; the limit is 262144 (256 KB). Send less data.'],
])('accepts 256 KB, counted in bytes (case %#)', (body, message) => {
  for (const event of [eventOf(body), eventOf(Buffer.from(body))]) {
    if (message === undefined) expect(bodyOf(event)).toBe(JSON.parse(body));
    else expect(() => bodyOf(event)).toThrow(expect.objectContaining({ code: 'payload_too_large', message }));
  }
});

test('a body in Base64 must be UTF-8', () => {
  expect(bodyOf(eventOf(Buffer.from('{"a":"ü"}')))).toEqual({ a: 'ü' });
  expect(() => bodyOf(eventOf(Buffer.from([0x22, 0xff, 0x22])))).toThrow('body: is not valid UTF-8; encode it as UTF-8');
});

const nested = (depth: number, inner = '') => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;
const listOf = (count: number) => `[${Array(count).fill(0).join(',')}]`;

test.each<[string, string | undefined]>([
  [nested(16), undefined],
  [nested(16, '1'), undefined],
  [nested(17), 'body: is nested deeper than 16 levels; flatten it'],
  [nested(100_000), 'body: is nested deeper than 16 levels; flatten it'],
  [listOf(19_999), undefined],
  [listOf(20_000), 'body: has more than 20000 values; send fewer'],
  ['{"a":}', 'body: is not valid JSON: unexpected character at line 1, column 6'],
  ['{"a":"\\ud800"}', 'body: contains invalid Unicode (a lone surrogate); remove the broken character'],
  ['{"\\udc00":1}', 'body: contains invalid Unicode (a lone surrogate); remove the broken character'],
  ['["\ud800"]', 'body: contains invalid Unicode (a lone surrogate); remove the broken character'],
  ['{"\ud800":{}}', 'body: contains invalid Unicode (a lone surrogate); remove the broken character'],
  ['["\\uD83D\\uDE00"]', undefined],
  ['{"total": 1, "total": 2}', 'total: appears more than once in one object; send it once'],
  ['[{"a":{"b":1 , "c":[{"b":2}], "\\u0062"\n:3}}]', 'b: appears more than once in one object; send it once'],
  ['{"a":[],"__proto__":1,"a\\"":"{\\"a\\":","b":{"a":1},"a":2}', 'a: appears more than once in one object; send it once'],
  ['{"__proto__":1,"__proto__":2}', '__proto__: appears more than once in one object; send it once'],
  [`{"a":${nested(15)},"a":1}`, 'a: appears more than once in one object; send it once'],
  [`${nested(17)} and more`, 'body: is nested deeper than 16 levels; flatten it'],
  [JSON.stringify(['[[[[[[[[[[[[[[[[[\\"{{{{{{{{{{{{{{{{{']), undefined],
  [`${nested(1)},`.repeat(20), 'body: is not valid JSON: unexpected character at line 1, column 3'],
  [
    `{"${'x'.repeat(200)}":1,"${'x'.repeat(200)}":1}`,
    `${'x'.repeat(100)}…: appears more than once in one object; send it once`,
  ],
  ['[{"a":"a\\":1"},{"a":{"a":{"b":"\\\\"},"b":"b"},"A":1}]', undefined],
  [`[${'1'.repeat(400)}]`, undefined],
  [`[${'1'.repeat(401)}]`, 'body: contains a number with 401 characters; the limit is 400; shorten it'],
  [`[1.${'0'.repeat(399)}]`, 'body: contains a number with 401 characters; the limit is 400; shorten it'],
  [`[1e${'0'.repeat(399)}]`, 'body: contains a number with 401 characters; the limit is 400; shorten it'],
])('accepts a body only within the limits (case %#)', (body, message) => {
  const read = () => bodyOf(eventOf(body));
  if (message === undefined) expect(read).not.toThrow();
  else expect(read).toThrow(expect.objectContaining({ code: 'invalid_request', message }));
});
