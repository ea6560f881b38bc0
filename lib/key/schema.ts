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

export const answers = {
  testKey: z.strictObject({}),
  issueKey: z.object({ key: Key, secret: z.nullable(z.string()) }),
  getKeys: z.object({ keys: z.array(Key), next_cursor: z.nullable(z.string()) }),
  revokeKey: z.object({ key: Key }),
};
