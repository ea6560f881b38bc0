import * as z from 'zod/mini';

export const Rate = z.object({
  id: z.string(),
  name: z.string(),
  price: z.number(),
  currency: z.string(),
  description: z.nullable(z.string()),
  min_days: z.nullable(z.number()),
  max_days: z.nullable(z.number()),
});
export type Rate = z.infer<typeof Rate>;

export const Rates = z.object({
  rates: z.array(Rate),
  source: z.enum(['live', 'cache', 'stale', 'none']),
  dropped: z.array(z.object({ rate: z.string(), reason: z.string() })),
});
export type Rates = z.infer<typeof Rates>;

export const answers = { calculateRates: Rates };
