import * as z from 'zod/mini';

const Fields = z.record(z.string(), z.unknown());

export const Entry = z.object({
  id: z.string(),
  time: z.string(),
  key: z.string(),
  request_id: z.string(),
  tenant: z.string(),
  operation: z.string(),
  before: Fields,
  after: Fields,
});
export type Entry = z.infer<typeof Entry>;

export const answers = {
  getAudit: z.object({ entries: z.array(Entry), next_cursor: z.nullable(z.string()) }),
};
