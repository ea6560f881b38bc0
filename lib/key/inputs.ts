import * as z from 'zod/mini';
import { futureTime, name } from '../values/fields.ts';
import { optional } from '../values/optional.ts';

export const NewKey = () => z.strictObject({ label: optional(name()), expires: optional(futureTime()) });
export type NewKey = z.output<ReturnType<typeof NewKey>>;
