import * as z from 'zod/mini';

const emptyAsNull = z.transform((sent: unknown) => (sent === '' ? null : sent));

/** A string that can be removed. Null means none, and so does `""`, which forms send for an empty field. */
export const removable = <S extends z.ZodMiniType<unknown, string>>(value: S) =>
  z.pipe(emptyAsNull as z.ZodMiniTransform<z.input<S> | null>, z.nullable(value));

/** The same for a string that can also be left out. */
export const optional = <S extends z.ZodMiniType<unknown, string>>(value: S) => z.optional(removable(value));

/** All of these fields, with null for those that were not sent. */
export const withNulls = <Name extends string>(
  names: readonly Name[],
  sent: { [name in Name]?: string | null | undefined },
): Record<Name, string | null> =>
  Object.fromEntries(names.map((name) => [name, sent[name] ?? null])) as Record<Name, string | null>;
