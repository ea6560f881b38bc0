import * as z from 'zod/mini';
import { dateTime, given, name } from '../values/fields.ts';

export const NewKey = () => z.strictObject({ label: given(name()), expires: given(dateTime()) });
export type NewKey = z.output<ReturnType<typeof NewKey>>;
