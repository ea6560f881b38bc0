import * as z from 'zod/mini';
import { addressInput } from '../values/address.ts';
import { email, nullableText, patch, phone, webUrl } from '../values/fields.ts';

export const LegalPatch = () =>
  patch({
    company_name: nullableText(),
    legal_form: nullableText(),
    address: z.nullable(addressInput()),
    registration_number: nullableText(),
    vat_id: nullableText(),
    representative: nullableText(),
    email: z.nullable(email()),
    phone: z.nullable(phone()),
    terms_url: z.nullable(webUrl()),
    privacy_url: z.nullable(webUrl()),
  });
export type LegalPatch = z.output<ReturnType<typeof LegalPatch>>;
