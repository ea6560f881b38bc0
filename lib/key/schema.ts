import * as z from 'zod/mini';
import { timeIdPattern } from '../values/id.ts';

export const Key = z.object({
  id: z.string(),
  label: z.nullable(z.string()),
  created: z.string(),
  expires: z.nullable(z.string()),
  last_four: z.string(),
  last_used: z.nullable(z.string()),
});
export type Key = z.infer<typeof Key>;

export const isKeyId = (text: string) => text.startsWith('key_') && timeIdPattern.test(text.slice(4));

/** A key as it is kept: never its text, and revoked ones too, so that a repeated request still finds what it made. */
export type StoredKey = Key & { hash: string; revoked?: string; revoked_by?: string };
