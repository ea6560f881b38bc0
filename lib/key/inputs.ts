import * as z from 'zod/mini';
import { dateTime, name } from '../values/fields.ts';

export const NewKey = () => z.strictObject({ label: z.nullish(name()), expires: z.nullish(dateTime()) });
export type NewKey = z.output<ReturnType<typeof NewKey>>;
