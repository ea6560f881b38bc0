import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../lib/api/errors.ts';
import { idempotencyKey } from '../../lib/api/idempotency.ts';
import { mustMatch, parseIfMatch } from '../../lib/api/version.ts';
import { hashOf, isMadeWith, makeToken, parseToken } from '../../lib/key/token.ts';
import { timeId } from '../../lib/values/id.ts';

describe('If-Match', () => {
  const matches = (header: string | undefined, version: number) => {
    try {
      mustMatch(parseIfMatch(header), 'order', { version });
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
      return false;
    }
  };

  test.each([undefined, '*', ' * ', '"3"', '"1", "3"', '"3",', '"a", "3"'])(
    '%j matches version 3, unless it is malformed',
    (header) => {
      expect(matches(header, 3)).toBe(header !== '"3",');
    },
  );

  test.each(['"4"', 'W/"3"', '3', '"3', '""', '', '"33"', '"3" ;', "'3'", '*, "4"', 'x"1", "3"'])(
    '%j does not match version 3',
    (header) => {
      expect(matches(header, 3)).toBe(false);
    },
  );

  test.each([
    ['"1"', 'The version does not match: you sent version 1, but the order is now at version 3. Reload it and try again.'],
    [
      '"1", "2"',
      'If-Match does not contain the ETag of the order, which is now at version 3. Reload it and send If-Match: "3", with the quotes.',
    ],
    [
      '3',
      'If-Match does not contain the ETag of the order, which is now at version 3. Reload it and send If-Match: "3", with the quotes.',
    ],
  ])('the error for %j names the versions', (header, message) => {
    expect(() => mustMatch(parseIfMatch(header), 'order', { version: 3 })).toThrow(message);
  });
});

describe('the fingerprint of a request', () => {
  const of = (path: string, body: object, method = 'POST') => idempotencyKey('k', method, path, body);

  test('does not depend on the order of fields, at any depth', () => {
    const first = { a: 1, b: { c: [{ d: 1, e: 2 }], f: null } };
    const second = { b: { f: null, c: [{ e: 2, d: 1 }] }, a: 1 };
    expect(of('/x', first)).toEqual(of('/x', second));
  });

  test('is the same with a null as without the field', () => {
    expect(of('/x', { a: null, b: 1 })).toEqual(of('/x', { b: 1 }));
  });

  test.each([
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: 1 }, { a: '1' }],
    [{ a: { b: null } }, { a: {} }],
    [{ a: JSON.rawJSON('1e400') }, { a: { rawJSON: '1e400' } }],
    [{ a: {} }, { a: [] }],
    [{ a: { fields: [['b', 1]] } }, { a: { b: 1 } }],
    [{ 'a":1,"b': 2 }, { a: 1, b: 2 }],
  ])('distinguishes %j from %j', (first, second) => {
    expect(of('/x', first).body).not.toBe(of('/x', second).body);
  });

  test('depends on the method, the path as it is decoded and without its last slash, and the Idempotency-Key', () => {
    const idOf = (path: string) => of(path, {}).id;
    expect(idOf('/a/b/')).toBe(idOf('/a/b'));
    expect(idOf('/a/%62')).toBe(idOf('/a/b'));
    expect(idOf('/a/%')).toBe(idOf('/a/%/'));
    const others = [of('/a/b', {}, 'PUT').id, idempotencyKey('l', 'POST', '/a/b', {}).id];
    expect(new Set([...['/ab', '/a/b', '/a/c', '/a/%'].map(idOf), ...others]).size).toBe(6);
  });
});

describe('an API key', () => {
  const tenant = `ten_${timeId(new Date())}` as const;
  const id = `key_${timeId(new Date())}`;
  const secret = 'of the deployment';

  test('contains its tenant and its id', () => {
    expect(parseToken(makeToken('PLATFORM', id, secret))).toEqual({ caller: 'platform', id });
    expect(parseToken(makeToken(tenant, id, secret))).toEqual({ caller: 'management', tenant, id });
  });

  test('can contain a user', () => {
    const user = `usr_${timeId(new Date())}`;
    expect(parseToken(makeToken(tenant, id, secret, user))).toEqual({ caller: 'management', tenant, id, user });
  });

  test('is unique, with 36 random characters of 62', () => {
    const texts = Array.from({ length: 200 }, () => makeToken('PLATFORM', id, secret));
    expect(new Set(texts).size).toBe(200);
    const random = texts.map((text) => text.slice(34, -8));
    expect(random[0]).toMatch(/^[0-9A-Za-z]{36}$/);
    expect(new Set(random.join('')).size).toBe(62);
  });

  test('is invalid with any single character changed, missing, doubled or swapped', () => {
    const text = makeToken(tenant, id, secret);
    expect([isMadeWith(text, secret), isMadeWith(text, 'another')]).toEqual([true, false]);
    for (let i = 0; i < text.length; i++) {
      const [head, at = '', next = '', tail] = [text.slice(0, i), text[i], text[i + 1], text.slice(i + 2)];
      const changed = head + (at === 'a' ? 'b' : 'a') + next + tail;
      for (const wrong of [changed, head + next + tail, head + at + at + next + tail, head + next + at + tail]) {
        if (wrong !== text) expect([wrong, parseToken(wrong) && isMadeWith(wrong, secret)]).not.toEqual([wrong, true]);
      }
    }
  });

  test('has its SHA-256 as its hash', () => expect(hashOf('abc')).toMatch(/^ba7816bf.{48}f20015ad$/));
});
