import * as z from 'zod/mini';

/**
 * What the API document says about fields and checks, beside them. Deployed functions do not need it: their bundles have only the
 * first argument in place of each call of these functions.
 */

/** Describes a field. */
export const field = <S extends z.ZodMiniType>(schema: S, description: string): S => schema.check(z.describe(description)) as S;

/** Makes a schema a component of the document. */
export function named<S extends z.ZodMiniType>(schema: S, id: string, description: string): S {
  z.globalRegistry.add(schema, { id, description });
  return schema;
}

/** A JSON Schema. One with an ID is a component of the document. */
export type JsonSchema = { id?: string } & Record<string, unknown>;

const ofChecks = new WeakMap<object, JsonSchema>();

/** Adds the JSON Schema of what a function checks. */
export function rule<C extends object>(check: C, schema: JsonSchema): C {
  ofChecks.set(check, schema);
  return check;
}

export const schemaOfCheck = (check: object) => ofChecks.get(check);

/** An RFC 3339 time in UTC with milliseconds. */
export const time = z.iso.datetime({ precision: 3 });

export const count = z.int().check(z.minimum(0));

export const nextCursor = field(z.nullable(z.string()), 'Send this as `cursor` to get the next page. Null on the last page.');
