import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { routes } from '../../lib/routes.ts';
import { canonicalEmail } from '../../lib/values/email.ts';
import { allFields, defOf, fieldsOf, passes, type Schema } from '../support/requestFields.ts';

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

/** Customers write their phone numbers with any separators. */
const isLoose = (path: string) => /(customer|address|destination)\.phone$/.test(path);

const formats = allFields
  .filter(([path]) => !isLoose(path))
  .flatMap(([path, field]) => {
    const accepted = passes(field, 'a b ☃') ? [] : samples.filter((sample) => passes(field, sample));
    return accepted.map((sample): [string, string, Schema] => [path, sample, field]);
  });

test('many fields have a format', () => {
  expect(formats.length).toBeGreaterThan(80);
});

test.each(formats)('%s accepts %s only without white space around it', (_, sample, field) => {
  for (const other of [' ', '\n']) {
    expect([other, passes(field, other + sample), passes(field, sample + other)]).toEqual([other, false, false]);
  }
});

function isText(schema: Schema): boolean {
  const { type, innerType, in: first, out } = defOf(schema);
  if (type === 'pipe') return [first, out].some((part) => part && isText(part));
  return innerType ? isText(innerType) : type === 'string';
}

/** A PATCH may leave every field out, so there only a field that accepts null is optional. */
const isOptional = (field: Schema, method: string) => passes(field, null) || (method !== 'PATCH' && passes(field, undefined));

const texts = routes.flatMap(({ id, method, body }) =>
  (body ? fieldsOf(body, `${id}.`) : []).filter(([, field]) => isText(field) && isOptional(field, method)),
);

test('there are optional texts in many operations', () => {
  expect(texts.map(([path]) => path)).toEqual(
    expect.arrayContaining(['placeOrder.note', 'placeOrder.lines.name', 'updateLegal.vat_id', 'issueKey.expires']),
  );
  expect(texts.length).toBeGreaterThan(40);
});

test.each(texts)('%s accepts an empty text as none, like null', (_, field) => {
  expect(z.safeParse(field, '')).toEqual({ success: true, data: null });
  expect(z.safeParse(field, null)).toEqual({ success: true, data: null });
});

test('an address is stored in one spelling, which must not change', () => {
  expect(canonicalEmail('JO\u0308RG@Bu\u0308cher.example')).toBe('jörg@xn--bcher-kva.example');
});
