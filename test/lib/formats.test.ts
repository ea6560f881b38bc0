import { expect, test } from '@jest/globals';
import { idempotencyKey, isIdempotencyKey } from '../../lib/api/idempotency.ts';
import { routes } from '../../lib/routes.ts';
import { fieldsOf, passes, type Schema } from '../support/requestFields.ts';

const samples = [
  '+4915112345678',
  'ada@example.com',
  'shop.example.com',
  'https://example.com/',
  '2099-01-31T12:00:00Z',
  '2020-01-31T12:00:00Z',
  'Europe/Berlin',
  'DE',
  'EUR',
  '08:00',
  '1001',
  'true',
  'card',
  'key_01m811zt7cafqn6r4gdz4p1fyn',
];

const all = routes.flatMap(({ id, body, query, params }) =>
  [body, query, params].flatMap((schema) => (schema ? fieldsOf(schema, `${id}.`) : [])),
);
/** Customers write their phone numbers with any separators. */
const isLoose = (path: string) => /(customer|address|destination)\.phone$/.test(path);

const formats = all
  .filter(([path]) => !isLoose(path))
  .flatMap(([path, field]) => {
    const accepted = passes(field, 'a b ☃') ? [] : samples.filter((sample) => passes(field, sample));
    return accepted.map((sample): [string, string, Schema] => [path, sample, field]);
  });

test('many fields have a format', () => {
  expect(formats.length).toBeGreaterThan(80);
});

test.each(formats)('%s accepts %s only without anything around it', (_, sample, field) => {
  for (const other of [' ', '\n']) {
    expect([other, passes(field, other + sample), passes(field, sample + other)]).toEqual([other, false, false]);
  }
});

test('an Idempotency-Key has 1 to 255 visible characters', () => {
  for (const key of ['a', '!~', 'x'.repeat(255)]) expect([key, isIdempotencyKey(key)]).toEqual([key, true]);
  for (const key of ['', ' a', 'a ', 'a b', 'ä', 'a\n', 'x'.repeat(256)])
    expect([key, isIdempotencyKey(key)]).toEqual([key, false]);
});

test('the path of an Idempotency-Key is compared as it is decoded, without its last slash', () => {
  const idOf = (path: string) => idempotencyKey('k', 'POST', path, {}).id;
  expect(idOf('/a/b/')).toBe(idOf('/a/b'));
  expect(idOf('/a/%62')).toBe(idOf('/a/b'));
  expect(idOf('/a/%')).toBe(idOf('/a/%/'));
  expect(new Set(['/ab', '/a/b', '/a/c', '/a/%'].map(idOf)).size).toBe(4);
});
