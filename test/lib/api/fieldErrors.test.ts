import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { fieldErrorsOf } from '../../../lib/api/fieldErrors.ts';

const errorsOf = (schema: z.ZodMiniType, value: unknown) => {
  const { error } = z.safeParse(schema, value, { reportInput: true });
  return fieldErrorsOf(error?.issues ?? [], 'body', schema).map(({ field, message }) => `${field}: ${message}`);
};

test.each<[z.ZodMiniType, unknown, string]>([
  [z.strictObject({ a: z.int() }), {}, 'a: is required'],
  [z.strictObject({ a: z.int() }), { a: 1.5 }, 'a: must be a whole number'],
  [z.strictObject({ a: z.int() }), { a: 1e300 }, `a: must be at most ${Number.MAX_SAFE_INTEGER}`],
  [z.strictObject({ a: z.boolean() }), { a: 'yes' }, 'a: must be true or false'],
  [z.strictObject({ a: z.enum(['b', 'c']) }), { a: 'd' }, 'a: must be one of "b", "c"'],
  [z.array(z.string()).check(z.minLength(1)), [], 'body: must have at least 1 entry'],
  [z.array(z.string()).check(z.maxLength(2)), ['a', 'b', 'c'], 'body: must have at most 2 entries'],
  [z.array(z.strictObject({})), [{ b: 1 }], '[0].b: is not a field here; no fields are accepted'],
  [z.strictObject({ a: z.optional(z.int()) }), { b: 1 }, 'b: is not a field here; fields: a'],
  [
    z.strictObject({ a: z.optional(z.nullable(z.strictObject({ b: z.string(), c: z.string() }))) }),
    { a: { b: 'x', c: 'y', d: 1 } },
    'a.d: is not a field here; fields: b, c',
  ],
  [
    z.number(),
    JSON.rawJSON('1.2345678901234567'),
    'body: cannot be stored exactly; use at most 15 digits, no -0, and exponents from -307 to 308',
  ],
  [z.string(), JSON.rawJSON('12345678901234567890'), 'body: must be a string'],
  [z.strictObject({ a: z.optional(z.string()) }), JSON.rawJSON('1e999'), 'body: must be an object'],
])('describes the invalid field (case %#)', (schema, value, message) => {
  expect(errorsOf(schema, value)).toEqual([message]);
});

test('shortens a long or malformed field name', () => {
  const [long, broken, control] = errorsOf(z.strictObject({}), { ['x'.repeat(101)]: 1, 'a\ud800': 1, 'b\u0000': 1 });
  expect(long).toBe(`${'x'.repeat(100)}…: is not a field here; no fields are accepted`);
  expect(broken).toBe('a\ufffd…: is not a field here; no fields are accepted');
  expect(control).toBe('b\ufffd…: is not a field here; no fields are accepted');
});
