import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { routes } from '../../lib/routes.ts';
import { defOf, fieldsOf, passes, type Schema } from '../support/requestFields.ts';

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
