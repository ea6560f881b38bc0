import * as z from 'zod/mini';

export const Permissions = z.strictObject({
  analytics: z.boolean(),
  appearance: z.boolean(),
  customers: z.boolean(),
  home: z.boolean(),
  orders: z.boolean(),
  products: z.boolean(),
  settings: z.boolean(),
});
export type Permissions = z.infer<typeof Permissions>;

export const User = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  created: z.string(),
  email: z.string(),
  phone: z.string(),
  permissions: Permissions,
});
export type User = z.infer<typeof User>;

export const everything: Permissions = {
  analytics: true,
  appearance: true,
  customers: true,
  home: true,
  orders: true,
  products: true,
  settings: true,
};
