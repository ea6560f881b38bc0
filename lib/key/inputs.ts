import * as z from 'zod/mini';
import { futureTime, name } from '../values/fields.ts';
import { optional } from '../values/optional.ts';
import { keyScopes } from './scopes.ts';

export const NewKey = () =>
  z.strictObject({
    label: optional(name()),
    expires: optional(futureTime()),
    scopes: z.nullish(z.array(z.enum(keyScopes)).check(z.minLength(1))),
  });
export type NewKey = z.output<ReturnType<typeof NewKey>>;
