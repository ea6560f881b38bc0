import * as z from 'zod/mini';
import { addressInput } from '../values/address.ts';
import { email, name, patch, phone, webUrl } from '../values/fields.ts';
import { removable } from '../values/optional.ts';

export const LegalPatch = () =>
  patch({
    company_name: removable(name()),
    legal_form: removable(name()),
    address: z.nullable(addressInput()),
    registration_number: removable(name()),
    vat_id: removable(name()),
    representative: removable(name()),
    email: removable(email()),
    phone: removable(phone()),
    terms_url: removable(webUrl()),
    privacy_url: removable(webUrl()),
  });
export type LegalPatch = z.output<ReturnType<typeof LegalPatch>>;
