import * as z from 'zod/mini';
import { country, name, phone } from './fields.ts';
import { optional } from './optional.ts';

/** An address in a response: all fields are present; missing values are null. */
export const Address = z.object({
  name: z.nullable(z.string()),
  company: z.nullable(z.string()),
  line1: z.nullable(z.string()),
  line2: z.nullable(z.string()),
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  postal_code: z.nullable(z.string()),
  country: z.nullable(z.string()),
  phone: z.nullable(z.string()),
});
export type Address = z.infer<typeof Address>;

export const addressInput = () =>
  z.strictObject({
    name: optional(name()),
    company: optional(name()),
    line1: optional(name()),
    line2: optional(name()),
    city: optional(name()),
    region: optional(name()),
    postal_code: optional(name()),
    country: optional(country()),
    phone: optional(phone()),
  });

export const wholeAddress = (sent: Partial<Record<keyof Address, string | null | undefined>>): Address => ({
  name: sent.name ?? null,
  company: sent.company ?? null,
  line1: sent.line1 ?? null,
  line2: sent.line2 ?? null,
  city: sent.city ?? null,
  region: sent.region ?? null,
  postal_code: sent.postal_code ?? null,
  country: sent.country ?? null,
  phone: sent.phone ?? null,
});
