import * as z from 'zod/mini';
import { Address } from '../values/address.ts';

export const Legal = z.object({
  company_name: z.nullable(z.string()),
  legal_form: z.nullable(z.string()),
  address: z.nullable(Address),
  registration_number: z.nullable(z.string()),
  vat_id: z.nullable(z.string()),
  representative: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  terms_url: z.nullable(z.string()),
  privacy_url: z.nullable(z.string()),
});
export type Legal = z.infer<typeof Legal>;

const legalAnswer = z.object({ legal: Legal });

export const answers = { getLegal: legalAnswer, updateLegal: legalAnswer };
