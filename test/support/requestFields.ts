import * as z from 'zod/mini';
import { routes } from '../../lib/routes.ts';

export type Schema = z.ZodMiniType;
type Def = { type: string; shape?: Record<string, Schema>; element?: Schema; innerType?: Schema; in?: Schema; out?: Schema };

export const defOf = (schema: Schema) => schema._zod.def as Def;
export const passes = (schema: Schema, value: unknown) => z.safeParse(schema, value).success;

/** The fields of a request and of the objects in it, by their paths. */
export function fieldsOf(schema: Schema, prefix = ''): [path: string, field: Schema][] {
  const { shape, element, innerType } = defOf(schema);
  const inner = element ?? innerType;
  if (inner) return fieldsOf(inner, prefix);
  return Object.entries(shape ?? {}).flatMap(([name, field]): [string, Schema][] => [
    [prefix + name, field],
    ...fieldsOf(field, `${prefix}${name}.`),
  ]);
}

/** The fields of all requests. */
export const allFields = routes.flatMap(({ id, body, query, params }) =>
  [body, query, params].flatMap((schema) => (schema ? fieldsOf(schema, `${id}.`) : [])),
);

/** The fields of all bodies and queries, grouped by what they have in common, with a line for each operation. */
export function grouped(groupsOf: (field: Schema) => string[]): Record<string, string[]> {
  const found = routes.flatMap(({ id, body, query }) => {
    const fields = [body, query].flatMap((schema) => (schema ? fieldsOf(schema) : []));
    return fields.flatMap(([path, field]) => groupsOf(field).map((group) => ({ id, path, group })));
  });
  return Object.fromEntries(
    Object.entries(Object.groupBy(found, ({ group }) => group)).map(([group, fields = []]) => {
      const byOperation = Object.entries(Object.groupBy(fields, ({ id }) => id));
      return [group, byOperation.map(([id, same = []]) => `${id}: ${same.map(({ path }) => path).join(' ')}`).sort()];
    }),
  );
}
