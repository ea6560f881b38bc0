import * as z from 'zod/mini';
import { addressInput } from '../values/address.ts';
import { email, maybe, patch, phone, webUrl } from '../values/fields.ts';

export const LegalPatch = () =>
  patch({
    company_name: maybe(),
    legal_form: maybe(),
    address: z.nullable(addressInput()),
    registration_number: maybe(),
    vat_id: maybe(),
    representative: maybe(),
    email: z.nullable(email()),
    phone: z.nullable(phone()),
    terms_url: z.nullable(webUrl()),
    privacy_url: z.nullable(webUrl()),
  });
export type LegalPatch = z.output<ReturnType<typeof LegalPatch>>;
