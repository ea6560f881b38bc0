import * as z from 'zod/mini';
import { futureTime, name, optional } from '../values/fields.ts';

export const NewKey = () => z.strictObject({ label: optional(name()), expires: optional(futureTime()) });
export type NewKey = z.output<ReturnType<typeof NewKey>>;
