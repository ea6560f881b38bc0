import * as z from 'zod/mini';
import { addressInput } from '../values/address.ts';
import { field } from '../values/documented.ts';
import { email, name, patch, phone, webUrl } from '../values/fields.ts';
import { removable } from '../values/optional.ts';

export const LegalPatch = () =>
  patch({
    company_name: field(removable(name()), 'The full name of the company.'),
    legal_form: field(removable(name()), 'The legal form, such as GmbH.'),
    address: field(z.nullable(addressInput()), 'Replaces the whole registered address. Null removes it.'),
    registration_number: field(removable(name()), 'The number in the company register.'),
    vat_id: field(removable(name()), 'The VAT identification number.'),
    representative: field(removable(name()), 'The legal representative.'),
    email: field(removable(email()), 'The e-mail address.'),
    phone: field(removable(phone()), 'The telephone number.'),
    terms_url: field(removable(webUrl()), 'The URL of the terms and conditions.'),
    privacy_url: field(removable(webUrl()), 'The URL of the privacy policy.'),
  });
export type LegalPatch = z.output<ReturnType<typeof LegalPatch>>;
