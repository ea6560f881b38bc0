import * as z from 'zod/mini';
import { Address } from '../values/address.ts';
import { field, named } from '../values/documented.ts';

const text = (description: string) => field(z.nullable(z.string()), description);

export const Legal = named(
  z.object({
    company_name: text('The full name of the company.'),
    legal_form: text('The legal form, such as GmbH.'),
    address: field(z.nullable(Address), 'The registered address.'),
    registration_number: text('The number in the company register.'),
    vat_id: text('The VAT identification number.'),
    representative: text('The legal representative.'),
    email: text('The e-mail address.'),
    phone: text('The telephone number in E.164 format.'),
    terms_url: text('The URL of the terms and conditions.'),
    privacy_url: text('The URL of the privacy policy.'),
  }),
  'Legal',
  "The store's legal information. Missing fields are null.",
);
export type Legal = z.infer<typeof Legal>;
