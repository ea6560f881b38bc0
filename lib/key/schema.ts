import * as z from 'zod/mini';

export const Key = z.object({
  id: z.string(),
  label: z.nullable(z.string()),
  created: z.string(),
  expires: z.nullable(z.string()),
  last_four: z.string(),
  last_used: z.nullable(z.string()),
});
export type Key = z.infer<typeof Key>;

/** A key as it is kept: never its text, and revoked ones too, so that a repeated request still finds what it made. */
export type StoredKey = Key & { hash: string; revoked?: string };
