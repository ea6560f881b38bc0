import * as z from 'zod/mini';

/** Adds the description that the API document shows. Answer schemas are not deployed, so descriptions cost nothing there. */
export const field = <S extends z.ZodMiniType>(schema: S, description: string): S => schema.check(z.describe(description)) as S;

export const time = z.iso.datetime({ precision: 3 });

export const count = z.int().check(z.minimum(0));

export const nextCursor = field(z.nullable(z.string()), 'Send this as `cursor` to get the next page. Null on the last page.');
