import * as z from 'zod/mini';
import { futureTime, name } from '../values/fields.ts';

export const NewKey = () => z.strictObject({ label: z.nullish(name()), expires: z.nullish(futureTime()) });
export type NewKey = z.output<ReturnType<typeof NewKey>>;
