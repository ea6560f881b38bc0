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
